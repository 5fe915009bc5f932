import assert from 'node:assert/strict';
import test from 'node:test';
import type { StandinAnswer } from './answer.ts';
import { faults } from './faults.ts';
import { NaiveLoop, question, streamed } from './naive-loop.fixture.ts';

test('a quota by minute says when to come back, in the body and in the header', async (t) => {
  const loop = await NaiveLoop.start(t, faults.minuteQuota(34.4));
  const { status, json } = await loop.send([question]);
  assert.equal(status, 429);
  const [quota, retry] = json().error.details;
  assert.match(quota.violations[0].quotaId, /PerMinute/);
  assert.equal(retry.retryDelay, '34.4s');
  assert.equal(json().error.status, 'RESOURCE_EXHAUSTED');
  assert.equal(faults.minuteQuota(34.4).headers?.['retry-after'], '35');
});

test('a quota by day is told from it by its name', async (t) => {
  const loop = await NaiveLoop.start(t, faults.dayQuota());
  assert.match((await loop.send([question])).json().error.details[0].violations[0].quotaId, /PerDay/);
});

test('a server that is down says so in JSON, or in HTML', async (t) => {
  for (const [fault, status, text] of [
    [faults.internal(), 500, /"status":"INTERNAL"/],
    [faults.overloaded(), 503, /"status":"UNAVAILABLE"/],
    [faults.overloadedHtml(), 503, /^<!doctype html>/],
    [faults.deadline(), 504, /"status":"DEADLINE_EXCEEDED"/],
    [faults.junk(), 200, /^\{"candidates": \[$/],
  ] as const) {
    const answered = await (await NaiveLoop.start(t, fault)).send([question]);
    assert.equal(answered.status, status);
    assert.match(answered.text, text);
  }
});

test('an error within the stream comes after the words, with the status 200 before it', async (t) => {
  const loop = await NaiveLoop.start(t, { inBand: 503, text: 'One two', message: 'Overloaded.' });
  const { status, text } = await loop.send([question], {}, streamed);
  assert.equal(status, 200);
  const events = text.split('\r\n\r\n');
  assert.match(events[0] ?? '', /"text":"One"/);
  assert.equal(events[2], 'data: {"error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}}');
});

test('junk within the stream is sent as it is', async (t) => {
  const loop = await NaiveLoop.start(t, { junk: '{"candi' });
  assert.equal((await loop.send([question], {}, streamed)).text, 'data: {"candi\r\n\r\n');
});

const cuts: readonly (readonly [what: string, answer: StandinAnswer, seen: RegExp | undefined])[] = [
  ['at once', { cut: 'at once' }, undefined],
  ['at once, without a goodbye', { cut: 'at once', reset: true }, undefined],
  ['after its headers', { cut: 'after headers', text: 'One' }, /^$/],
  ['after the first words', { cut: 'midway', text: 'One two' }, /"text":" two"/],
];

for (const [what, answer, seen] of cuts) {
  test(`a connection ends ${what}`, async (t) => {
    const loop = await NaiveLoop.start(t, answer);
    const asked = fetch(loop.standin.url + streamed, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k' },
      body: JSON.stringify({ contents: [question] }),
    });
    if (seen === undefined) return assert.rejects(asked, TypeError);
    const { body } = await asked;
    assert.ok(body);
    let text = '';
    await assert.rejects(async () => {
      for await (const piece of body.pipeThrough(new TextDecoderStream())) text += piece;
    }, TypeError);
    assert.match(text, seen);
  });
}
