import assert from 'node:assert/strict';
import test from 'node:test';
import { openaiModel } from './openai.ts';
import { checkOpenaiOptions } from './openai-options.ts';

for (const [name, value] of [
  ['model', ''],
  ['baseUrl', 'localhost:11434/v1'],
  ['apiKey', ' '],
  ['label', ''],
  ['body', [1]],
  ['timeoutMs', 0],
  ['random', 1],
  ['sleep', 'long'],
  ['temperature', 1],
] as const) {
  test(`names the option ${name} when it is wrong, and not its value`, () => {
    const check = (): void => checkOpenaiOptions({ model: 'm', [name]: value });
    assert.throws(check, new RegExp(`^TypeError: openaiModel: .*"${name}"`));
  });
}

test('names the model when it is missing', () => {
  assert.throws(() => openaiModel(JSON.parse('{}')), /^TypeError: openaiModel: "model" is missing/);
});

test('shows the name of the model unless another label is given', () => {
  assert.equal(openaiModel({ model: 'llama3.2' }).label, 'llama3.2');
  assert.equal(openaiModel({ model: 'llama3.2', label: 'Our own' }).label, 'Our own');
});
