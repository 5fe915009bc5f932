import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolChoice } from '../../shared/protocol.ts';
import { FakePage } from './fake-page.fixture.ts';
import { House, helloOf, settled } from './house.fixture.ts';

/** What the model was asked for, and what the page was told at last. */
async function choiceOf(server: ToolChoice | undefined, message: ToolChoice | undefined) {
  const house = new House(['Hello.'], server === undefined ? {} : { toolChoice: server });
  const page = new FakePage();
  const session = await house.node().open(page, helloOf());
  session.receive({
    type: 'user.message',
    id: 'm1',
    text: 'Hi',
    ...(message !== undefined && { toolChoice: message }),
  });
  await settled();
  return { asked: house.script.requests.map(({ toolChoice }) => toolChoice), page };
}

suite('a tool choice', () => {
  const get: ToolChoice = { tool: 'memory_get' };
  const table: [server: ToolChoice | undefined, message: ToolChoice | undefined, asked: ToolChoice][] = [
    [undefined, undefined, 'auto'],
    ['none', undefined, 'none'],
    [get, undefined, get],
    ['required', 'auto', 'auto'],
    ['none', get, get],
  ];
  for (const [server, message, expected] of table) {
    const said = `${JSON.stringify(server)} of the server and ${JSON.stringify(message)} of the message`;
    test(`comes from the message, else from the server: ${said}`, async () => {
      assert.deepEqual((await choiceOf(server, message)).asked, [expected]);
    });
  }

  for (const [server, message] of [
    [undefined, { tool: 'pay' }],
    [{ tool: 'pay' }, undefined],
  ] as const) {
    test('of a tool that this page does not offer is told to the person, and to no model', async () => {
      const { asked, page } = await choiceOf(server, message);
      assert.deepEqual(asked, []);
      assert.equal(page.of('turn.failed')[0]?.error.code, 'unknown_tool');
      assert.match(page.of('turn.failed')[0]?.error.message ?? '', /no tool "pay" to call.*memory_get/);
    });
  }
});
