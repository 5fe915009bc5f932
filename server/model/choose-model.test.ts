import assert from 'node:assert/strict';
import test from 'node:test';
import { startChatStandin } from '../../testing/chat-standin.ts';
import { startStandin } from '../standin/standin.ts';
import { chooseModel, type ModelChoice } from './choose-model.ts';
import { asked, collect, never } from './openai.fixture.ts';

for (const kind of ['gemini', 'openai', 'prompted'] as const) {
  test(`talks to the ${kind} model that was picked, by its name and with its key`, async (t) => {
    const gemini = await startStandin({ answer: () => ({ text: 'Hello.' }), apiKey: 'key' });
    t.after(() => gemini.close());
    const chat = await startChatStandin({ answer: () => ({ text: 'Hello.' }), apiKey: 'key' });
    t.after(() => chat.close());
    const baseUrl = kind === 'gemini' ? gemini.url : chat.url;
    const choice: ModelChoice = { kind, model: 'a-model', apiKey: 'key', baseUrl };
    const model = chooseModel(choice, 5_000);
    assert.equal(model.label, 'a-model');
    assert.equal((await collect(model.run(asked, never))).text, 'Hello.');
    const sent: unknown = kind === 'gemini' ? gemini.requests[0]?.path : chat.requests[0]?.body['model'];
    assert.match(String(sent), /a-model/);
    assert.equal(
      chat.requests.some(({ body }) => 'tools' in body),
      kind === 'openai',
    );
  });
}
