import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { schemaOf, valueSchemaOf } from '../../shared/schema.ts';
import { RamMemory } from '../memory/ram-memory.ts';
import { siteTool, siteToolDefinition, type SiteTool } from './site-tool.ts';

const base: SiteTool = {
  name: 'cart_add',
  description: 'Add.',
  inputSchema: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
  execute: ({ sku }) => ({ added: sku }),
};

async function built(tool: SiteTool) {
  const output = tool.outputSchema === undefined ? undefined : await valueSchemaOf(tool.outputSchema);
  return siteTool(tool, { input: await schemaOf(tool.inputSchema), output });
}

const context = () => ({
  signal: new AbortController().signal,
  progress: () => {},
  navigating: () => {},
  idempotencyKey: 's:1.0.0',
  memory: new RamMemory(),
  isTainted: () => false,
  taint: () => {},
});

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (AgentError.is(error) ? `${error.code} ${error.message}` : error),
  );
}

describe('a site tool', () => {
  const rows: readonly [string, Partial<SiteTool>, object][] = [
    ['nothing', {}, { ask: true, trusted: false, sink: 'egress', readOnly: false }],
    ['nothing of yeses', {}, { grant: 'once', feedback: 'full' }],
    ['grant and feedback', { grant: 'always', feedback: 'none' }, { grant: 'always', feedback: 'none' }],
    ['readOnlyHint', { annotations: { readOnlyHint: true } }, { ask: false, sink: 'none', readOnly: true }],
    ['readOnlyHint and ask', { annotations: { readOnlyHint: true }, ask: true }, { ask: true }],
    ['readOnlyHint and a sink', { annotations: { readOnlyHint: true }, sink: 'egress' }, { sink: 'egress' }],
    ['ask: false', { ask: false }, { ask: false, sink: 'egress' }],
    ['consequentialHint', { ask: false, annotations: { consequentialHint: true } }, { ask: true }],
    ['consequentialHint of a reader', { annotations: { readOnlyHint: true, consequentialHint: true } }, { ask: true }],
    ['trusted', { trusted: true }, { trusted: true }],
    ['trusted but a hint', { trusted: true, annotations: { untrustedContentHint: true } }, { trusted: false }],
  ];
  for (const [what, fields, expected] of rows) {
    it(`that says ${what} becomes ${JSON.stringify(expected)}`, () => {
      expect(siteToolDefinition({ ...base, ...fields })).to.include(expected);
    });
  }

  it('gets parsed and frozen arguments', async () => {
    let got: unknown;
    const tool = await built({ ...base, execute: (input) => (got = input) });
    const prepared = await tool.prepare({ sku: 'a1' });
    await prepared.run(context());
    expect(prepared.args).to.deep.equal({ sku: 'a1' });
    expect(got).to.deep.equal({ sku: 'a1' });
    expect(Object.isFrozen(got)).to.equal(true);
  });

  it('gets signal, progress, navigating and key, and nothing of ours besides', async () => {
    let keys: string[] = [];
    const tool = await built({ ...base, execute: (_, given) => (keys = Object.keys(given)) });
    await (await tool.prepare({ sku: 'a1' })).run(context());
    expect(keys).to.deep.equal(['signal', 'progress', 'navigating', 'idempotencyKey']);
  });

  it('says which argument is wrong', async () => {
    const tool = await built(base);
    expect(await failure(tool.prepare({ sku: 1 }))).to.match(/^invalid_args sku: /);
  });

  it('that throws at once rejects like one that throws later', async () => {
    const tool = await built({
      ...base,
      execute: () => {
        throw new Error('no stock');
      },
    });
    const prepared = await tool.prepare({ sku: 'a1' });
    expect(await failure(prepared.run(context())))
      .to.be.an('error')
      .with.property('message', 'no stock');
  });

  it('is held to its outputSchema', async () => {
    const tool = await built({ ...base, outputSchema: { type: 'object', required: ['total'] } });
    const prepared = await tool.prepare({ sku: 'a1' });
    expect(await failure(prepared.run(context()))).to.match(/^internal The tool ran to its end, but .*"total"/);
  });

  it('says that it ran even when the check of its result fails', async () => {
    const check = {
      '~standard': {
        validate: () => Promise.reject(new Error('secret')),
        jsonSchema: { input: () => ({ type: 'object' }) },
      },
    };
    const tool = await built({ ...base, outputSchema: check });
    const prepared = await tool.prepare({ sku: 'a1' });
    expect(await failure(prepared.run(context()))).to.match(/^internal The tool ran to its end, but .*check itself/);
  });

  it('runs the very copy that is shown, and leaves what its schema made as it is', async () => {
    const made = { sku: 'a1', tags: ['x'] };
    const makes = (value: unknown) => ({
      '~standard': { validate: () => ({ value }), jsonSchema: { input: () => ({ type: 'object' }) } },
    });
    let got: unknown;
    const tool = await built({ ...base, inputSchema: makes(made), execute: (input) => (got = input) });
    const prepared = await tool.prepare({});
    made.tags.push('y');
    await prepared.run(context());
    expect(got).to.equal(prepared.args);
    expect(got).to.deep.equal({ sku: 'a1', tags: ['x'] });
    expect(Object.isFrozen(made)).to.equal(false);
  });
});
