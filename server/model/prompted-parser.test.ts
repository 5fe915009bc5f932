import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { validateJson } from '../../shared/json-schema-validator.ts';
import { caseTools, type PromptedCase } from './prompted-case.fixture.ts';
import { bracketsCase, promptedCases } from './prompted-cases.fixture.ts';
import { PromptedParser, type ParserEvent } from './prompted-parser.ts';
import type { SourcedReading } from './prompted-read.ts';

type Outcome = { content: string; calls: (readonly [string, ...unknown[]])[] };

function parse({ nonce, isCut }: PromptedCase, pieces: readonly string[]): Outcome {
  const parser = new PromptedParser({ nonce, tools: caseTools });
  return outcomeOf([...pieces.flatMap((piece) => parser.push(piece)), ...parser.end(isCut)]);
}

function outcomeOf(events: readonly ParserEvent[]): Outcome {
  const content = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  return { content, calls: events.flatMap((event) => (event.type === 'call' ? [tierOf(event.reading)] : [])) };
}

function tierOf(reading: SourcedReading): readonly [string, ...unknown[]] {
  if (reading.kind === 'unreadable') return ['unreadable', reading.reason];
  const { name, args, repaired } = reading;
  const tool = caseTools.find((known) => known.name === name);
  const isFit = tool && validateJson(tool.parameters, undefined, args).ok;
  return [isFit ? (repaired ? 'repaired' : 'strict') : 'refused', name, args];
}

function check(given: PromptedCase, { content, calls }: Outcome): void {
  assert.equal(content, given.content ?? '');
  const expected = given.calls ?? [];
  assert.equal(calls.length, expected.length, JSON.stringify(calls));
  for (const [at, wanted] of expected.entries()) {
    const found = calls[at] ?? [];
    if (wanted[0] !== 'unreadable') assert.deepEqual(found, wanted);
    else {
      assert.equal(found[0], 'unreadable');
      assert.match(String(found[1]), wanted[1]);
    }
  }
}

function isVerbatim({ content = '' }: PromptedCase): boolean {
  return content.includes('<tool_');
}

for (const given of promptedCases) {
  test(`reads ${given.name}, however it is cut into pieces`, () => {
    const { text } = given;
    check(given, parse(given, [text]));
    check(given, parse(given, text.split('')));
    for (let at = 1; at < text.length; at += 1) check(given, parse(given, [text.slice(0, at), text.slice(at)]));
  });
}

test('refuses a tag full of brackets without taking it apart', () => {
  check(bracketsCase, parse(bracketsCase, [bracketsCase.text]));
  check(bracketsCase, parse(bracketsCase, bracketsCase.text.match(/.{1,999}/g) ?? []));
});

test('shows no piece of a tag, wherever an answer breaks off', () => {
  for (const given of promptedCases.filter((one) => !isVerbatim(one) && !one.name.startsWith('a comparison'))) {
    for (let at = 0; at <= given.text.length; at += 1) {
      const { content } = parse({ ...given, isCut: true }, given.text.slice(0, at).split(''));
      assert.doesNotMatch(content, /<\/?tool_call\b|<\/?t?o?o?l?_?$|<\/?think/, given.text.slice(0, at));
    }
  }
});

test('passes words on with the piece that brings them', () => {
  const parser = new PromptedParser();
  assert.deepEqual(parser.push('Let me '), [{ type: 'text', text: 'Let me' }]);
  assert.deepEqual(parser.push('see <'), [{ type: 'text', text: ' see' }]);
  assert.deepEqual(parser.push('b'), [{ type: 'text', text: ' <b' }]);
  assert.deepEqual(parser.push('> <tool_'), [{ type: 'text', text: '>' }]);
  assert.deepEqual(parser.push('call>{"name":"get_location"'), []);
});

test('passes thoughts on as thoughts', () => {
  const parser = new PromptedParser();
  assert.deepEqual(parser.push('<think>Where a'), [{ type: 'thought', text: 'Where a' }]);
  assert.deepEqual(parser.push('m I?</think>Here.'), [
    { type: 'text', text: 'Here.' },
    { type: 'thought', text: 'm I?' },
  ]);
});

test('gives a call away as soon as its tag is closed', () => {
  const parser = new PromptedParser();
  const events = parser.push('<tool_call>{"name":"a","arguments":{}}</tool_call>');
  assert.deepEqual(outcomeOf(events).calls, [['refused', 'a', {}]]);
});

test('says when nothing that follows can matter', () => {
  const parser = new PromptedParser({ nonce: 'k7f3' });
  parser.push('<tool_call id="k7f3">{"name":"a"}</tool_call>\n<tool_result id="k7f3" call="1" name="a">');
  assert.equal(parser.isDone, true);
  assert.deepEqual(parser.push('{"lat":1}</tool_result>Done.'), []);
});

test('any text in any pieces has one outcome, and none throws', () => {
  const words = ['<tool_call>', '</tool_call>', '<think>', '</think>', '<tool_result>', '<', '{', '}', '[', ']', '"'];
  const more = ['\\', '`', '```', '\n', '> ', "'", '“', ',', ':', 'name', 'a', ' ', '\ud83d', '\u200b', '/*', '//'];
  const text = fc.array(fc.constantFrom(...words, ...more), { maxLength: 40 }).map((parts) => parts.join(''));
  const cuts = fc.array(fc.nat(120), { maxLength: 6 });
  fc.assert(
    fc.property(text, cuts, fc.boolean(), (whole, at, isCut) => {
      const given: PromptedCase = { name: 'chance', text: whole, ...(isCut ? { isCut } : {}) };
      const edges = [0, ...at.toSorted((a, b) => a - b), whole.length];
      const pieces = edges.slice(1).map((edge, index) => whole.slice(edges[index], edge));
      const expected = parse(given, [whole]);
      assert.deepEqual(parse(given, [pieces.join('')]), parse(given, pieces.join('').split('')));
      if (pieces.join('') === whole) assert.deepEqual(parse(given, pieces), expected);
    }),
    { numRuns: 3_000 },
  );
});
