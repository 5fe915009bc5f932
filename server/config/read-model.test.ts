import assert from 'node:assert/strict';
import test from 'node:test';
import { ConfigError } from './config-error.ts';
import { readModel } from './read-model.ts';

const ollama = 'http://localhost:11434/v1';

for (const [title, env, model] of [
  [
    'a model of Ollama, colons and all',
    { HEADLESS_AGENT_MODEL: 'openai:llama3.2:3b', OPENAI_BASE_URL: ollama },
    { kind: 'openai', model: 'llama3.2:3b', baseUrl: ollama },
  ],
  [
    'a model of OpenAI',
    { HEADLESS_AGENT_MODEL: ' openai:gpt-5 ', OPENAI_API_KEY: 'k' },
    { kind: 'openai', model: 'gpt-5', apiKey: 'k' },
  ],
  [
    'a model that has to be prompted',
    { HEADLESS_AGENT_MODEL: 'prompted:gemma3', OPENAI_BASE_URL: ollama, OPENAI_API_KEY: 'k' },
    { kind: 'prompted', model: 'gemma3', apiKey: 'k', baseUrl: ollama },
  ],
  [
    'a model of Gemini, before the one that its own variable names',
    { HEADLESS_AGENT_MODEL: 'gemini:gemini-pro-latest', GEMINI_MODEL: 'gemini-flash-latest', GEMINI_API_KEY: 'g' },
    { kind: 'gemini', apiKey: 'g', model: 'gemini-pro-latest' },
  ],
  [
    'Gemini by Google Cloud, with the credentials of the machine',
    {
      GOOGLE_GENAI_USE_VERTEXAI: 'True',
      GOOGLE_CLOUD_PROJECT: 'p',
      GOOGLE_CLOUD_LOCATION: 'europe-west4',
      GEMINI_API_KEY: 'not for the cloud',
    },
    { kind: 'gemini', model: 'gemini-flash-latest', vertex: { project: 'p', location: 'europe-west4' } },
  ],
  [
    'Gemini by Google Cloud, with a key',
    { GOOGLE_GENAI_USE_ENTERPRISE: 'true', GOOGLE_API_KEY: 'k', HEADLESS_AGENT_MODEL: 'gemini:x' },
    { kind: 'gemini', model: 'x', vertex: {}, apiKey: 'k' },
  ],
  [
    'nothing: a key for Gemini is enough, whatever else is set',
    { GEMINI_API_KEY: 'g', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: ollama },
    { kind: 'gemini', apiKey: 'g', model: 'gemini-flash-latest' },
  ],
  ['nothing, and there is no key', { OPENAI_API_KEY: 'k' }, { kind: 'rehearsal' }],
] as const) {
  test(`picks ${title}`, () => assert.deepEqual(readModel(env, true), model));
}

for (const [env, words] of [
  [{ HEADLESS_AGENT_MODEL: 'llama3.2' }, /HEADLESS_AGENT_MODEL is "llama3\.2".*openai:llama3\.2/],
  [{ HEADLESS_AGENT_MODEL: 'openai:' }, /HEADLESS_AGENT_MODEL is "openai:"/],
  [{ HEADLESS_AGENT_MODEL: 'claude:x', OPENAI_API_KEY: 'secret' }, /HEADLESS_AGENT_MODEL is "claude:x"/],
  [{ GOOGLE_GENAI_USE_VERTEXAI: 'true', GEMINI_API_KEY: 'secret' }, /needs GOOGLE_CLOUD_PROJECT or GOOGLE_API_KEY/],
  [{ HEADLESS_AGENT_MODEL: 'openai:gpt-5' }, /needs OPENAI_API_KEY, or OPENAI_BASE_URL/],
  [{ HEADLESS_AGENT_MODEL: 'prompted:gemma3' }, /needs OPENAI_API_KEY, or OPENAI_BASE_URL/],
  [{ HEADLESS_AGENT_MODEL: 'gemini:x', OPENAI_API_KEY: 'secret' }, /needs GEMINI_API_KEY, or GOOGLE_GEMINI_BASE_URL/],
  [
    { HEADLESS_AGENT_MODEL: 'openai:x', OPENAI_BASE_URL: 'localhost:11434', OPENAI_API_KEY: 'secret' },
    /OPENAI_BASE_URL is/,
  ],
] as const) {
  test(`says what to mend in ${JSON.stringify(env)}`, () => {
    assert.throws(
      () => readModel(env, true),
      (thrown) => {
        assert.ok(thrown instanceof ConfigError);
        assert.doesNotMatch(thrown.message, /secret|\n/);
        return words.test(thrown.message);
      },
    );
  });
}
