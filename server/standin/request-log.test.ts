import assert from 'node:assert/strict';
import test from 'node:test';
import { calledLoop, question } from './naive-loop.fixture.ts';
import { historyGap } from './request-log.ts';

test('tells whether one history goes on where another ended, and where it does not', async (t) => {
  const { loop, model, responses } = await calledLoop(t);
  const [first] = loop.standin.requests;
  assert.ok(first);
  const { record: next } = await loop.send([question, model, responses]);
  assert.equal(historyGap(first, next), undefined);
  assert.match(historyGap(next, next) ?? '', /nothing was added to 3 contents/);
  const { record: other } = await loop.send([{ role: 'user', parts: [{ text: 'went' }] }, model, responses]);
  assert.match(historyGap(first, other) ?? '', /^contents\[0\] was .*"go".* and is .*"went"/);
});
