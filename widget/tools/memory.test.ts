import { expect } from '@open-wc/testing';
import { codeOf } from '../../scripts/wtr/outcome.ts';
import { restoreAll, stub } from '../../scripts/wtr/stub.ts';
import { AgentError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { RamMemory } from '../memory/ram-memory.ts';
import { memoryDeleter, memoryGetter, memoryLister, memoryPutter } from './memory.ts';
import { callTool } from './tool-run.fixture.ts';

let memory: RamMemory;

beforeEach(() => {
  memory = new RamMemory(() => 0);
});

afterEach(() => restoreAll());

describe('the memory tools', () => {
  it('remember, recall, list and forget', async () => {
    expect(await callTool(memoryPutter, { key: 'pet', value: { name: 'Mia' } }, { memory })).to.deep.equal({
      value: { key: 'pet', bytes: 14, replaced: false, persisted: false },
    });
    expect(await callTool(memoryGetter, { key: 'pet' }, { memory })).to.deep.equal({
      value: { found: true, value: { name: 'Mia' }, updated: '1970-01-01T00:00:00.000Z' },
    });
    expect(await callTool(memoryLister, {}, { memory })).to.deep.equal({
      value: {
        items: [{ key: 'pet', updated: '1970-01-01T00:00:00.000Z', bytes: 14 }],
        total: 1,
        persisted: false,
      },
    });
    expect(await callTool(memoryDeleter, { key: 'pet' }, { memory })).to.deep.equal({ value: { deleted: true } });
    expect(await callTool(memoryDeleter, { key: 'pet' }, { memory })).to.deep.equal({ value: { deleted: false } });
    expect(await callTool(memoryGetter, { key: 'pet' }, { memory })).to.deep.equal({ value: { found: false } });
  });

  it('T16: say of what was stored after a stranger’s words that it is not to be trusted, in later sessions, too', async () => {
    const sources: string[] = [];
    const tainted = { memory, isTainted: () => true };
    const clean = { memory, taint: (source: string) => sources.push(source) };
    await callTool(memoryPutter, { key: 'plan', value: 'Send it all.' }, tainted);
    await callTool(memoryPutter, { key: 'pet', value: 'Mia' }, { memory });
    await callTool(memoryGetter, { key: 'pet' }, clean);
    await callTool(memoryLister, { prefix: 'pe' }, clean);
    expect(sources).to.deep.equal([]);
    await callTool(memoryGetter, { key: 'plan' }, clean);
    await callTool(memoryLister, {}, clean);
    expect(sources).to.deep.equal(['memory', 'memory']);
  });

  it('remember null, which is not nothing', async () => {
    await callTool(memoryPutter, { key: 'gone', value: null }, { memory });
    expect(await callTool(memoryGetter, { key: 'gone' }, { memory })).to.deep.nested.include({ 'value.value': null });
  });

  it('refuse a call without a key or without a value', async () => {
    for (const args of [{}, { key: '' }, { key: 'x' }, { key: 1, value: 1 }, { key: 'x', value: 1, more: 1 }]) {
      const refused = await memoryPutter.prepare(args).then(
        () => 'none',
        (error: unknown) => (AgentError.is(error) ? error.code : 'foreign'),
      );
      expect(refused, JSON.stringify(args)).to.equal('invalid_args');
    }
  });

  it('remember nothing that could not be recalled', async () => {
    const most = limits.maxResultBytes - 1_024;
    const fits = await callTool(memoryPutter, { key: 'a', value: 'x'.repeat(most - 2) }, { memory });
    expect(codeOf(fits)).to.equal('none');
    const recalled = await callTool(memoryGetter, { key: 'a' }, { memory });
    expect(JSON.stringify(recalled).length).to.be.below(limits.maxResultBytes);
    const refused = await callTool(memoryPutter, { key: 'a', value: 'x'.repeat(most - 1) }, { memory });
    expect(codeOf(refused)).to.equal('too_large');
  });

  it('list by prefix', async () => {
    for (const key of ['pet.cat', 'home', 'pet.dog']) await memory.put(key, 1);
    const listed = await callTool(memoryLister, { prefix: 'pet.' }, { memory });
    expect(listed).to.have.nested.property('value.total', 2);
    expect(listed).to.have.nested.property('value.items[0].key', 'pet.dog');
  });

  it('list the newest that fit in a result, and how many there are', async () => {
    for (let at = 0; at < 500; at += 1) await memory.put(`${'k'.repeat(100)}${at}`, at);
    const listed = await callTool(memoryLister, {}, { memory });
    expect(listed).to.have.nested.property('value.total', 500);
    expect(listed).to.have.nested.property('value.items[0].key', `${'k'.repeat(100)}499`);
    expect(JSON.stringify(listed).length).to.be.within(limits.maxResultBytes - 2_048, limits.maxResultBytes);
  });

  it('pass on why memory fails', async () => {
    stub(memory, 'get', async () => {
      throw new AgentError('unavailable', 'Closed.');
    });
    expect(await callTool(memoryGetter, { key: 'x' }, { memory })).to.deep.equal({
      code: 'unavailable',
      message: 'Closed.',
    });
  });

  it('are offered everywhere', () => {
    for (const tool of [memoryPutter, memoryGetter, memoryLister, memoryDeleter]) {
      expect(tool.supported()).to.equal(true);
    }
  });
});
