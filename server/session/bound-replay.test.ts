import assert from 'node:assert/strict';
import test from 'node:test';
import type { ServerMessage } from '../../shared/protocol.ts';
import { newestTurns } from './bound-replay.ts';

function turn(number: number, chars: number): ServerMessage[] {
  return [
    { type: 'turn.started', turn: number, message: `m${number}`, text: 'Hi' },
    { type: 'turn.text', turn: number, round: 1, attempt: 1, text: 'x'.repeat(chars), whole: true },
    { type: 'turn.ended', turn: number, reason: 'answered' },
  ];
}

const conversation = [1, 2, 3].flatMap((number) => turn(number, 1_000));

test('all of it is told while there is room', () => {
  assert.deepEqual(newestTurns(conversation, 10_000), conversation);
  assert.deepEqual(newestTurns([], 10), []);
});

test('beyond that, whole turns, the newest', () => {
  assert.deepEqual(newestTurns(conversation, 2_500), conversation.slice(3));
  assert.deepEqual(newestTurns(conversation, 2_000), conversation.slice(6));
});

test('the last turn is told however large it is: it may be open', () => {
  assert.deepEqual(newestTurns(conversation, 1), conversation.slice(6));
  assert.deepEqual(newestTurns(turn(1, 1_000), 1), turn(1, 1_000));
});

test('the end of a turn that began before is told with it', () => {
  const missed = conversation.slice(1);
  assert.deepEqual(newestTurns(missed, 1), conversation.slice(6));
  assert.deepEqual(newestTurns(conversation.slice(7), 1), conversation.slice(7));
});
