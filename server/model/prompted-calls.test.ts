import assert from 'node:assert/strict';
import test from 'node:test';
import { parseToolCalls } from './prompted-calls.ts';

const tagged = (body: string): string => `<tool_call>${body}</tool_call>`;

test('gives the words and the calls, each with an id, its name and its arguments', () => {
  const text = `Let me see.\n${tagged('{"name":"get_weather","arguments":{"city":"Indore"}}')}`;
  assert.deepEqual(parseToolCalls(text), {
    content: 'Let me see.',
    toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Indore' } }],
    unreadable: [],
  });
});

test('marks what had to be mended, and tells what could not be read and why', () => {
  const { toolCalls, unreadable } = parseToolCalls(`${tagged('{"name":"a",}')}${tagged('{"name":"b" oops}')}`);
  assert.deepEqual(toolCalls, [{ id: 'call_1', name: 'a', arguments: {}, repaired: true }]);
  assert.deepEqual([unreadable[0]?.name, unreadable[0]?.source], ['b', '{"name":"b" oops}']);
});

test('completes nothing in an answer that was cut off', () => {
  const text = '<tool_call>{"name":"a","arguments":{"to":"x"';
  assert.equal(parseToolCalls(text).toolCalls[0]?.repaired, true);
  assert.deepEqual(parseToolCalls(text, { isCut: true }).toolCalls, []);
});

test('refuses arguments that are too large or too deep, and takes those that just fit', () => {
  const deep = (levels: number) => tagged(`{"name":"a","arguments":${'{"k":'.repeat(levels)}1${'}'.repeat(levels)}}`);
  const long = (chars: number) => tagged(`{"name":"a","arguments":{"k":"${'x'.repeat(chars)}"}}`);
  assert.equal(parseToolCalls(deep(32)).toolCalls.length, 1);
  assert.match(parseToolCalls(deep(33)).unreadable[0]?.reason ?? '', /deeper than 32/);
  assert.match(parseToolCalls(deep(5_000)).unreadable[0]?.reason ?? '', /not valid JSON/);
  assert.equal(parseToolCalls(long(65_528)).toolCalls.length, 1);
  assert.match(parseToolCalls(long(65_529)).unreadable[0]?.reason ?? '', /larger than 65536 bytes/);
});

test('leaves the prototypes of this program alone', () => {
  parseToolCalls(tagged('{"name":"a","arguments":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}'));
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
});
