import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { checkServerTools, defineServerTool, serverToolOffer, type ServerTool } from './server-tool.ts';
import { ServerTools } from './server-tools.ts';

const tool: ServerTool = { name: 'mail_send', description: 'Send a mail.', execute: () => null };

test('what is left out means the cautious thing', () => {
  const { ask, sink, trusted, readOnly, reads } = serverToolOffer(tool, {});
  assert.deepEqual([ask, sink, trusted, readOnly, reads], [true, 'egress', false, false, 'nothing']);
  const read = serverToolOffer({ ...tool, readOnly: true }, {});
  assert.deepEqual([read.ask, read.sink, read.trusted], [false, 'none', false]);
});

for (const [what, tools, words] of [
  ['no list', tool, /a list of tools/],
  ['no object', ['mail_send'], /it is no object/],
  ['a name that no model can call', [{ ...tool, name: 'mail send' }], /"name" must be a name that a model can call/],
  ['the name of a built-in tool', [{ ...tool, name: 'memory_put' }], /"name" must be another name: a built-in/],
  ['one name twice', [tool, tool], /"mail_send" is there twice/],
  ['no description', [{ ...tool, description: '' }], /"description" must be a text/],
  ['no body', [{ ...tool, execute: undefined }], /"execute" must be a function/],
  ['a sink that is none', [{ ...tool, sink: 'moon' }], /"sink" must be one of none, local, page, egress/],
  ['a field that is none', [{ ...tool, asks: true }], /"asks" is no field/],
  ['no time', [{ ...tool, timeoutMs: 0 }], /"timeoutMs" must be a number of milliseconds/],
] as const) {
  test(`refuses ${what}, and says what is wrong`, () => {
    assert.match(checkServerTools(tools) ?? '', words);
  });
}

test('takes a tool as it was defined', () => {
  assert.equal(
    checkServerTools([defineServerTool({ ...tool, ask: false, feedback: 'none', reads: 'secret' })]),
    undefined,
  );
});

test('a schema that is none is named with its tool', async () => {
  const tools = new ServerTools([{ ...tool, inputSchema: { to: z.string() } }]);
  await assert.rejects(tools.ready, /inputSchema of the tool "mail_send" can not be used\. .*shape of an object/);
});

test('a tool is given a copy of its arguments, as its schema reads them', async () => {
  const tools = new ServerTools([
    tool,
    { ...tool, name: 'with_schema', inputSchema: z.object({ n: z._default(z.number(), 1) }) },
  ]);
  await tools.ready;
  const none = await tools.get('mail_send')?.read({ to: 'x' });
  assert.equal(none?.ok, false);
  assert.deepEqual(await tools.get('with_schema')?.read({}), { ok: true, input: { n: 1 }, shown: { n: 1 } });
});

test('a visitor is offered what is within their bounds, and always the same list where all of it is', async () => {
  const tools = new ServerTools([tool, { ...tool, name: 'mail_read' }]);
  await tools.ready;
  assert.equal(
    tools.offersFor(() => true),
    tools.offersFor(() => true),
  );
  assert.deepEqual(
    tools.offersFor((name) => name === 'mail_read').map(({ name }) => name),
    ['mail_read'],
  );
});
