import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../shared/limits.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { scriptedModel, type ScriptedModel, type ScriptedStep } from '../../testing/scripted-model.ts';
import { silentLog } from '../log.ts';
import type { SessionEvent } from '../loop/event.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';
import { FakePage } from './fake-page.fixture.ts';
import { Session, type Hello, type SessionMessage } from './session.ts';

/** Lets everything that waits for nothing but promises happen. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const helloOf = (changes: Partial<Hello> = {}): Hello => ({
  type: 'hello',
  version: 1,
  tab: 'tab',
  page: 'page',
  locale: 'en',
  ledger: 'l1',
  calls: [],
  builtins: ['memory_get', 'memory_put', 'clipboard_write', 'geolocation_get'],
  pageTools: [],
  ...changes,
});

interface Stage {
  readonly session: Session;
  readonly clock: FakeClock;
  readonly page: FakePage;
  readonly model: ScriptedModel;
  readonly idle: Session[];
  readonly say: (text: string, id?: string) => Promise<void>;
  readonly tell: (message: SessionMessage) => Promise<void>;
  /** The result that the model was given for the nth call of its last request. */
  readonly resultOf: (index: number) => ToolResult | undefined;
}

async function stage(steps: readonly ScriptedStep[]): Promise<Stage> {
  const clock = new FakeClock();
  const model = scriptedModel(steps);
  const idle: Session[] = [];
  const store = new MemorySessionStore<SessionEvent>({ expiryMs: limits.sessionMs, now: clock.now });
  const options = {
    store,
    model,
    limits,
    instructions: '',
    clock,
    log: silentLog,
    soon: setImmediate,
    random: () => 0.5,
  };
  const session = await Session.acquire(options, 'session', 'owner', (one) => idle.push(one));
  const page = new FakePage();
  await session.attach(page, helloOf(), false);
  const tell = async (message: SessionMessage): Promise<void> => {
    session.receive(message);
    await settled();
  };
  return {
    session,
    clock,
    page,
    model,
    idle,
    tell,
    say: (text, id = text) => tell({ type: 'user.message', id, text }),
    resultOf: (index) => {
      const last = model.requests.at(-1)?.history.at(-1);
      return last?.role === 'results' ? last.results[index]?.result : undefined;
    },
  };
}

const put = { calls: [{ name: 'memory_put', args: { key: 'a', value: 1 } }] };
const get = { calls: [{ name: 'memory_get', args: { key: 'a' } }] };
const codeOf = (result: ToolResult | undefined): string => (result?.ok === false ? result.error.code : 'ok');

describe('a deadline', () => {
  test('tells the browser first, and calls an effect that gives no answer unknown', async () => {
    const { clock, page, say, resultOf } = await stage([put, 'I do not know.']);
    await say('Go.');
    clock.advance(limits.toolMs);
    assert.deepEqual(page.of('tool.cancel'), [{ type: 'tool.cancel', call: '1.1.0', reason: 'timeout' }]);
    assert.equal(page.of('turn.ended').length, 0);
    clock.advance(limits.cancelGraceMs);
    await settled();
    assert.equal(codeOf(resultOf(0)), 'unknown_outcome');
    assert.equal(page.of('turn.ended').length, 1);
  });

  test('calls a read that gives no answer timed out', async () => {
    const { clock, say, resultOf } = await stage([get, 'Too slow.']);
    await say('Go.');
    clock.advance(limits.toolMs + limits.cancelGraceMs);
    await settled();
    assert.equal(codeOf(resultOf(0)), 'timeout');
  });

  test("takes the browser's own answer when it comes within the grace", async () => {
    const { clock, say, tell, resultOf } = await stage([put, 'Done after all.']);
    await say('Go.');
    clock.advance(limits.toolMs);
    await tell({ type: 'tool.result', call: '1.1.0', result: { ok: true, value: 'just in time' } });
    assert.deepEqual(resultOf(0), { ok: true, value: 'just in time' });
  });

  test('stands still while the person decides and begins anew when they have', async () => {
    const { clock, page, say, tell } = await stage([put, 'Done.']);
    await say('Go.');
    await tell({ type: 'tool.status', call: '1.1.0', status: { state: 'asking', remainingMs: 300_000 } });
    clock.advance(299_000);
    assert.equal(page.of('tool.cancel').length, 0);
    await tell({ type: 'tool.status', call: '1.1.0', status: { state: 'decided', decision: 'once' } });
    clock.advance(limits.toolMs - 1);
    assert.equal(page.of('tool.cancel').length, 0);
    clock.advance(1);
    assert.equal(page.of('tool.cancel').length, 1);
  });

  test('can not be put off for longer than a person may take', async () => {
    const { clock, page, say, tell } = await stage([put, 'Done.']);
    await say('Go.');
    await tell({ type: 'tool.status', call: '1.1.0', status: { state: 'asking', remainingMs: 9e9 } });
    clock.advance(limits.approvalMs + limits.cancelGraceMs);
    assert.equal(page.of('tool.cancel').length, 1);
  });
});

describe('a result', () => {
  test('that comes after the call was given up is told to the model with the next message', async () => {
    const { clock, model, say, tell } = await stage([put, 'Unknown.', 'Good to know.']);
    await say('Go.');
    clock.advance(limits.toolMs + limits.cancelGraceMs);
    await settled();
    await tell({ type: 'tool.result', call: '1.1.0', result: { ok: true, value: { stored: true } } });
    await say('And?');
    const last = model.requests.at(-1)?.history.at(-1);
    assert.ok(last?.role === 'user');
    assert.match(last.text, /memory_put, given up earlier, did finish.*\{"stored":true\}[^]*And\?$/);
  });

  test('that is repeated, of an unknown call or of a call in another session changes nothing', async () => {
    const { model, say, tell } = await stage([put, 'Done.', 'Next.']);
    await say('Go.');
    await tell({ type: 'tool.result', call: '__proto__', result: { ok: true, value: 1 } });
    await tell({ type: 'tool.result', call: '1.1.0', result: { ok: true, value: 'first' } });
    await tell({ type: 'tool.result', call: '1.1.0', result: { ok: true, value: 'second' } });
    await say('Next?');
    assert.equal(model.requests.length, 3);
    assert.doesNotMatch(JSON.stringify(model.requests.at(-1)?.history), /second/);
  });

  test('that is larger than the model may be given is answered as too large', async () => {
    const { say, tell, resultOf } = await stage([get, 'Too much.']);
    await say('Go.');
    await tell({ type: 'tool.result', call: '1.1.0', result: { ok: true, value: 'x'.repeat(limits.maxResultBytes) } });
    assert.equal(codeOf(resultOf(0)), 'too_large');
  });
});

describe('a page that went away', () => {
  test('keeps its call open for the grace and no longer', async () => {
    const { session, clock, page, model, idle, say, resultOf } = await stage([put, 'You left.']);
    await say('Go.');
    session.detach(page);
    clock.advance(limits.graceMs - 1);
    await settled();
    assert.equal(model.requests.length, 1);
    clock.advance(1);
    await settled();
    assert.equal(codeOf(resultOf(0)), 'disconnected');
    assert.equal(model.requests.at(-1)?.toolChoice, 'none');
    assert.deepEqual(idle, [session]);
  });

  test('finds the words that waited for it', async () => {
    const { session, clock, page, say } = await stage([put, 'You left.']);
    await say('Go.');
    const seen = page.of('tool.call')[0]?.at;
    session.detach(page);
    clock.advance(limits.graceMs);
    await settled();
    const back = new FakePage();
    await session.attach(
      back,
      helloOf({ resume: { session: 'session', token: 'checked elsewhere', after: seen } }),
      true,
    );
    assert.deepEqual(
      back.messages.map(({ type }) => type),
      ['welcome', 'tool.cancel', 'turn.text', 'turn.ended'],
    );
    assert.deepEqual(
      back.of('turn.text').map(({ text, whole }) => [text, whole]),
      [['You left.', true]],
    );
  });

  test('in the middle of an answer gets all of it, and then only what is new', async () => {
    let release = (): void => {};
    const { session, page, say } = await stage([
      () => new Promise<string>((resolve) => (release = () => resolve('One two three.'))),
    ]);
    await say('Go.');
    session.detach(page);
    release();
    await settled();
    const back = new FakePage();
    await session.attach(
      back,
      helloOf({ resume: { session: 'session', token: 't', after: page.of('turn.started')[0]?.at } }),
      true,
    );
    await settled();
    const shown = back.of('turn.text').reduce((text, piece) => (piece.whole ? piece.text : text + piece.text), '');
    assert.equal(shown, 'One two three.');
    assert.equal(back.of('turn.ended').length, 1);
  });

  test('and asks for an offset that the log does not hold is told that something is missing', async () => {
    const { session, page, say } = await stage(['Hello.']);
    await say('Hi.');
    session.detach(page);
    const back = new FakePage();
    await session.attach(back, helloOf({ resume: { session: 'session', token: 't', after: 'never' } }), true);
    assert.equal(back.of('notice')[0]?.kind, 'resync');
    assert.equal(back.of('turn.text')[0]?.text, 'Hello.');
  });
});

describe('the tools on offer', () => {
  test('are pinned for a turn and change with the next one', async () => {
    const { model, say, tell } = await stage([put, 'Done.', 'Next.']);
    await say('Go.');
    await tell({ type: 'tools.changed', builtins: ['speak'], pageTools: [] });
    await tell({ type: 'tool.result', call: '1.1.0', result: { ok: true, value: 1 } });
    await say('Next?');
    const offered = model.requests.map(({ tools }) => tools.map(({ name }) => name));
    assert.deepEqual(offered[1], offered[0]);
    assert.deepEqual(offered[2], ['speak']);
  });

  test('that no honest page sends end the socket', async () => {
    const { page, tell } = await stage([]);
    const pageTool = { name: 'bad name', description: '', inputSchema: {}, readOnly: false, definition: 'd' };
    await tell({ type: 'tools.changed', builtins: [], pageTools: [pageTool] });
    assert.equal(page.closed, 4400);
  });
});

test('text goes out at once and then once a tick', async () => {
  const { page, say } = await stage(['a b c d e f g h']);
  await say('Go.');
  await settled();
  const pieces = page.of('turn.text').map(({ text }) => text);
  assert.equal(pieces.join(''), 'a b c d e f g h');
  assert.equal(pieces[0], 'a');
  assert.ok(pieces.length <= 3, `${pieces.length} frames`);
});

test('a session that was restarted goes on with its open call', async () => {
  const clock = new FakeClock();
  const store = new MemorySessionStore<SessionEvent>({ expiryMs: limits.sessionMs, now: clock.now });
  const model = scriptedModel([put, 'Done by the second.']);
  const options = {
    store,
    model,
    limits,
    instructions: '',
    clock,
    log: silentLog,
    soon: setImmediate,
    random: () => 0.5,
  };
  const first = await Session.acquire(options, 'session', 'first', () => {});
  const page = new FakePage();
  await first.attach(page, helloOf(), false);
  first.receive({ type: 'user.message', id: 'm', text: 'Go.' });
  await settled();

  const second = await Session.acquire(options, 'session', 'second', () => {});
  const back = new FakePage();
  await second.attach(back, helloOf({ resume: { session: 'session', token: 't' } }), true);
  assert.equal(back.of('tool.call')[0]?.call, '1.1.0');
  first.receive({ type: 'tool.result', call: '1.1.0', result: { ok: true, value: 'stale' } });
  await settled();
  assert.equal(page.closed, 1012, 'the same page came back elsewhere');
  second.receive({ type: 'tool.result', call: '1.1.0', result: { ok: true, value: 'fresh' } });
  await settled();
  assert.equal(back.of('turn.ended').length, 1);
  assert.match(JSON.stringify(model.requests.at(-1)?.history), /fresh/);
});
