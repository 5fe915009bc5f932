import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PageClient } from '../testing/page-client.ts';
import { startStandin, type Standin, type StandinAnswer, type StandinView } from '../testing/index.ts';
import { startAgent, type AgentProcess } from './agent-process.ts';

const key = 'a-key-that-must-stay-at-home';

/** Three rounds with calls, two of them parallel, then words. */
function answer({ text, results }: StandinView): StandinAnswer {
  const recall = (...keys: string[]): StandinAnswer => ({
    calls: keys.map((name) => ({ name: 'memory_get', args: { key: name } })),
  });
  if (results.length === 0) return recall('a', 'b', 'c');
  if (results.length === 3) return { calls: [{ name: 'device_context' }] };
  if (results.length === 4) return recall('d', 'e');
  return { text: `${text}: ${results.map(({ response }) => JSON.stringify(response['output'])).join(' ')}` };
}

let standin: Standin;
let agent: AgentProcess;

before(async () => {
  standin = await startStandin({ answer, apiKey: key });
  agent = await startAgent({
    GEMINI_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: standin.url,
    GEMINI_MODEL: 'gemini-4-hydrogen',
    HEADLESS_AGENT_LOG: 'debug',
  });
});
after(async () => {
  await agent?.stop();
  await standin?.close();
});

describe('another Gemini-compatible endpoint, which checks ids, order, counts and signatures', () => {
  test('accepts three turns of three rounds with parallel calls, answered in any order', async () => {
    const { client, welcome } = await PageClient.connect(`${agent.url.replace('http', 'ws')}/agent`, {
      builtins: ['memory_get', 'device_context'],
    });
    assert.deepEqual(welcome.model, { label: 'gemini-4-hydrogen', rehearsal: false });

    for (const message of ['first', 'second', 'third']) {
      const answered = client.ask(message);
      for (const size of [3, 1, 2]) {
        const calls = [];
        for (let index = 0; index < size; index += 1) calls.push(await client.next('tool.call'));
        for (const { call, args } of calls.toReversed())
          client.answer(call, { ok: true, value: Object.values(Object(args)) });
      }
      assert.equal(await answered, `${message}: ["a"] ["b"] ["c"] [] ["d"] ["e"]`);
    }
    assert.equal(standin.requests.length, 12);
    client.close();
  });

  test('is sent the key, and nobody else is', async () => {
    const { client } = await PageClient.connect(`${agent.url.replace('http', 'ws')}/agent`, {
      builtins: ['memory_get', 'device_context'],
      tools: { memory_get: () => 1, device_context: () => 2 },
    });
    await client.ask('hello');
    assert.equal(standin.requests.at(-1)?.headers['x-goog-api-key'], key);
    const outside = [
      JSON.stringify(client.received),
      agent.output(),
      await (await fetch(`${agent.url}/healthz`)).text(),
    ];
    for (const text of outside) assert.doesNotMatch(text, new RegExp(key));
    client.close();
  });
});
