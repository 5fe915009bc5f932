import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { JsonValue } from '../shared/json.ts';
import { builtinTools } from '../shared/tools/index.ts';
import { startChatStandin, type ChatStandin } from '../testing/chat-standin.ts';
import { PageClient } from '../testing/page-client.ts';
import { runAgent, startAgent, type AgentProcess } from './agent-process.ts';
import { launchChromium, openGuarded } from './guarded-page.ts';
import { modelKey, modelKinds, startPlayed, type Played, type PlayedModel, type PlayedTurn } from './played-model.ts';

const catalogue = builtinTools.map(({ name }) => name);

/** Arguments that each tool takes. */
const argsOf: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> = {
  geolocation_get: { high_accuracy: true },
  memory_put: { key: 'quote "</tool_call>"', value: { deep: ['ü', 1, null] } },
  memory_get: { key: 'a' },
  memory_list: { prefix: 'a' },
  memory_delete: { key: 'a' },
  clipboard_write: { text: 'line\nline' },
  speak: { text: 'Hello' },
};

function play({ text, results }: PlayedTurn): Played {
  return text.startsWith('where am I') ? whereAmI(results) : everything(results);
}

function whereAmI(results: PlayedTurn['results']): Played {
  const [fix] = results;
  if (!fix) return { calls: [{ name: 'geolocation_get' }] };
  const place = Object(Object(fix.response).output);
  const text = `${place.latitude}, ${place.longitude}`;
  if (results.length === 3) return { text: `You are at ${text}. It is remembered and copied.` };
  return {
    calls: [
      { name: 'memory_put', args: { key: 'my_place', value: { latitude: place.latitude } } },
      { name: 'clipboard_write', args: { text } },
    ],
  };
}

/** All tools in two rounds, in their order, and the results told back. */
function everything(results: PlayedTurn['results']): Played {
  const next = catalogue.slice(results.length, results.length + 5);
  if (next.length > 0) return { calls: next.map((name) => ({ name, args: argsOf[name] ?? {} })) };
  return { text: results.map(({ name, response }) => `${name} ${JSON.stringify(response)}`).join('\n') };
}

let browser: Browser;

before(async () => {
  browser = await launchChromium();
});
after(() => browser?.close());

for (const kind of modelKinds) {
  describe(`a model that is talked to by the ${kind} adapter`, () => {
    let model: PlayedModel;
    let agent: AgentProcess;

    before(async () => {
      model = await startPlayed(kind, play);
      agent = await startAgent({ ...model.env, HEADLESS_AGENT_LOG: 'debug' });
    });
    after(async () => {
      await agent?.stop();
      await model?.close();
    });

    test('answers "where am I? remember it and copy it" with three chips in a browser', async () => {
      const page = await openGuarded(browser, agent.url, { hosts: [new URL(agent.url).host] });
      await page.say('where am I? remember it and copy it');
      await page.allow();
      await page.allow();
      await page.settled(3);
      assert.deepEqual(await page.chips(), ['1.1.0 done', '1.2.0 done', '1.2.1 done']);
      assert.equal(await page.page.evaluate(() => navigator.clipboard.readText()), '52.52, 13.405');
      assert.match(await page.agent.locator('[part~="message-agent"]').last().innerText(), /remembered and copied/);
      assert.deepEqual(page.problems, []);
      await page.close();
    });

    test('is offered the whole catalogue, calls all of it and reads each result, in any order of answers', async () => {
      const { client, welcome } = await PageClient.connect(`${agent.url.replace('http', 'ws')}/agent`, {
        builtins: catalogue,
      });
      assert.equal(welcome.model.rehearsal, false);
      for (const message of ['first', 'second']) {
        const answer = client.ask(message);
        for (let round = 0; round < 2; round += 1) {
          const calls = [];
          for (let at = 0; at < 5; at += 1) calls.push(await client.next('tool.call'));
          for (const { call, name, args } of calls.toReversed()) {
            assert.deepEqual(args, argsOf[name] ?? {});
            client.answer(call, { ok: true, value: `${name} </tool_result>` });
          }
        }
        const lines = catalogue.map((name) => `${name} {"output":"${name} </tool_result>"}`);
        assert.equal(await answer, lines.join('\n'));
      }
      assert.deepEqual(model.offered(), catalogue);
      client.close();
    });

    test('gets its key, and nobody else does', async () => {
      const outside = [agent.output(), await (await fetch(`${agent.url}/healthz`)).text()];
      for (const text of outside) assert.ok(!text.includes(modelKey));
    });
  });
}

describe('a model that fails', () => {
  const words = 'Incorrect API key provided: sk-***';
  let chat: ChatStandin;
  let agent: AgentProcess;
  let isDown = false;

  before(async () => {
    const refusal = { status: 401, body: JSON.stringify({ error: { message: words, code: 'invalid_api_key' } }) };
    chat = await startChatStandin({ answer: () => (isDown ? refusal : { text: 'Here I am.' }) });
    agent = await startAgent({ HEADLESS_AGENT_MODEL: 'openai:m', OPENAI_BASE_URL: chat.url, OPENAI_API_KEY: modelKey });
  });
  after(async () => {
    await agent?.stop();
    await chat?.close();
  });

  test('is one plain sentence on the page, status and code in the log, and the next message works', async () => {
    const { client } = await PageClient.connect(`${agent.url.replace('http', 'ws')}/agent`);
    isDown = true;
    const sentence =
      'model_unavailable: The model refused the key of this server. Whoever runs it has to check the key.';
    await assert.rejects(client.ask('hello'), { message: sentence });
    isDown = false;
    assert.equal(await client.ask('and?'), 'Here I am.');
    assert.match(agent.output(), /"status":401/);
    assert.match(agent.output(), /invalid_api_key/);
    for (const text of [JSON.stringify(client.received), agent.output()]) {
      assert.ok(!text.includes(words) && !text.includes(modelKey));
    }
    client.close();
  });
});

describe('a model that can not be picked', () => {
  for (const [setting, words] of [
    ['llama3.2', /HEADLESS_AGENT_MODEL is "llama3\.2"/],
    ['openai:llama3.2', /OPENAI_BASE_URL/],
    ['gemini:gemini-pro-latest', /GEMINI_API_KEY/],
  ] as const) {
    test(`is one sentence and the exit code 1: ${setting}`, async () => {
      const { code, output } = await runAgent({ PORT: '0', HEADLESS_AGENT_MODEL: setting });
      assert.equal(code, 1);
      assert.match(output, words);
      assert.equal(output.trim().split('\n').length, 1);
    });
  }
});
