import assert from 'node:assert/strict';
import test from 'node:test';
import { geminiModel } from './gemini.ts';

/** What comes from a page of JavaScript, or out of an environment: not what the types say. */
function construct(options: unknown): void {
  Reflect.apply(geminiModel, undefined, [options]);
}

const wrong: [name: string, options: unknown, message: RegExp][] = [
  ['no options', undefined, /"apiKey" is missing: give the key of a Gemini account/],
  ['null for options', null, /"apiKey" is missing/],
  ['no key', {}, /"apiKey" is missing/],
  ['an undefined key', { apiKey: undefined }, /"apiKey" is missing/],
  ['an empty key', { apiKey: ' ' }, /"apiKey" must be the key of a Gemini account, a text that is not empty\.$/],
  ['a key that is no text', { apiKey: 7 }, /"apiKey" must be/],
  [
    'an empty model',
    { apiKey: 'k', model: '' },
    /"model" must be the name of a model, such as "gemini-flash-latest"\.$/,
  ],
  ['an address without a scheme', { apiKey: 'k', baseUrl: 'localhost:1' }, /"baseUrl" must be an address that begins/],
  ['an address that is none', { apiKey: 'k', baseUrl: 'http://' }, /"baseUrl" must be/],
  ['a version that is no text', { apiKey: 'k', apiVersion: 1 }, /"apiVersion" must be .* such as "v1beta"\.$/],
  ['a time of zero', { apiKey: 'k', timeoutMs: 0 }, /"timeoutMs" must be a number of milliseconds above 0/],
  ['a time that is text', { apiKey: 'k', timeoutMs: '5' }, /"timeoutMs" must be/],
  ['an endless time', { apiKey: 'k', timeoutMs: Infinity }, /"timeoutMs" must be/],
  ['an unknown level', { apiKey: 'k', thinkingLevel: 'low' }, /"thinkingLevel" must be one of LOW, MEDIUM, HIGH\.$/],
  ['a label that is no text', { apiKey: 'k', label: null }, /"label" must be/],
  ['a rehearsal that is text', { apiKey: 'k', rehearsal: 'yes' }, /"rehearsal" must be true or false\.$/],
  ['a clock that is none', { apiKey: 'k', sleep: 1 }, /"sleep" must be a function\.$/],
  ['chance that is none', { apiKey: 'k', random: 0.5 }, /"random" must be a function\.$/],
  [
    'an option that does not exist',
    { apiKey: 'k', temperature: 1 },
    /no option "temperature"\. The options are: apiKey, vertex, model,/,
  ],
  ['a cloud that is a switch', { vertex: true }, /"vertex" must be an object that may name a project/],
  ['a cloud with a field of its own', { vertex: { key: 'x' } }, /"vertex" must be/],
  ['a cloud without a project and a key', { vertex: {} }, /"apiKey" is missing/],
  ['notes to nobody', { apiKey: 'k', onNote: 'x' }, /"onNote" must be a function\.$/],
  ['an option of every object', { apiKey: 'k', toString: 1 }, /no option "toString"/],
];

for (const [name, options, message] of wrong) {
  test(`refuses ${name} at construction`, () => {
    const isTypeError = (thrown: unknown): boolean => thrown instanceof TypeError && message.test(thrown.message);
    assert.throws(() => construct(options), isTypeError);
  });
}

test('never repeats a wrong key, which may be a right one with a slip', () => {
  assert.throws(
    () => construct({ apiKey: ['AIza-secret'] }),
    (thrown) => !String(thrown).includes('secret'),
  );
});

test('takes every right option, and undefined for each but the key', () => {
  const options = { baseUrl: 'http://127.0.0.1:1', apiVersion: 'v1', timeoutMs: 1, thinkingLevel: 'HIGH', label: 'x' };
  assert.doesNotThrow(() => construct({ apiKey: 'k', model: 'gemini-x', rehearsal: true, ...options }));
  assert.doesNotThrow(() => construct({ vertex: { project: 'p', location: 'europe-west4' } }));
  assert.doesNotThrow(() => construct({ vertex: { project: undefined }, apiKey: 'k' }));
  assert.doesNotThrow(() => construct({ apiKey: 'k', model: undefined, baseUrl: undefined, timeoutMs: undefined }));
});
