import { expect } from '@open-wc/testing';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { CallLog } from './call-log.ts';
import type { RecordedCall } from './recorded-call.ts';

function recorded(at: number, change: Partial<RecordedCall> = {}): RecordedCall {
  const about = { session: 's1', call: `1.0.${at}`, tool: 'speak', from: 'builtin', by: 'policy' } as const;
  return { at, ...about, outcome: 'done', code: undefined, bytes: 12, ...change };
}

function setUp(storage = new FakeStorage()) {
  let changes = 0;
  const open = () => new CallLog({ storage: () => storage, onChange: () => (changes += 1) });
  return { storage, open, log: open(), changes: () => changes };
}

describe('the record of calls', () => {
  it('is there on the next page, newest first', () => {
    const { log, open } = setUp();
    log.add(recorded(1));
    log.add(recorded(2, { outcome: 'failed', code: 'timeout', by: 'person', from: 'site' }));
    expect(open().list()).to.deep.equal([
      recorded(2, { outcome: 'failed', code: 'timeout', by: 'person', from: 'site' }),
      recorded(1),
    ]);
  });

  it('keeps the last five hundred', () => {
    const { log } = setUp();
    for (let at = 1; at <= 502; at += 1) log.add(recorded(at));
    expect(log.list()).to.have.length(500);
    expect(log.list().at(-1)?.at).to.equal(3);
  });

  it('can be exported and cleared', () => {
    const { log, open, changes } = setUp();
    log.add(recorded(1));
    const text = log.toJson();
    log.clear();
    const exported: unknown = JSON.parse(text);
    expect(exported).to.deep.equal([JSON.parse(JSON.stringify(recorded(1)))]);
    expect([log.list(), open().list()]).to.deep.equal([[], []]);
    expect(changes()).to.equal(2);
  });

  it('leaves out what somebody spoiled', () => {
    const { storage, open } = setUp();
    storage.setItem('headless-agent.calls', JSON.stringify([recorded(1), { ...recorded(2), by: 'me' }, null, 7]));
    expect(open().list()).to.deep.equal([recorded(1)]);
  });
});
