import assert from 'node:assert/strict';
import test from 'node:test';
import type { Usage } from '../../shared/protocol.ts';
import { anyone, type Visitor } from '../policy/visitor.ts';
import { Payer } from './payer.ts';

const usage: Usage = { inputTokens: 2, outputTokens: 3 };

function visitorOf(refusal?: Awaited<ReturnType<Visitor['beginTurn']>>): Visitor & { readonly ended: Usage[] } {
  const ended: Usage[] = [];
  return { ...anyone, ended, beginTurn: () => refusal, endTurn: (cost) => void ended.push(cost) };
}

test('a turn is ended with the visitor that it began with, though another one came back to it', async () => {
  const payer = new Payer();
  const [first, second] = [visitorOf(), visitorOf()];
  payer.visitor = first;
  assert.equal(await payer.begin(), undefined);
  payer.visitor = second;
  payer.end(usage);
  assert.deepEqual([first.ended, second.ended], [[usage], []]);
});

test('a turn that was begun elsewhere is paid by whoever is there at its end', () => {
  const payer = new Payer();
  const visitor = visitorOf();
  payer.visitor = visitor;
  payer.end(usage);
  assert.deepEqual(visitor.ended, [usage]);
});

test('a turn that was refused is not ended, and one that was given up costs nothing', async () => {
  const refusal = { code: 'budget_exceeded', message: 'No.' } as const;
  const payer = new Payer();
  const [poor, next] = [visitorOf(refusal), visitorOf()];
  payer.visitor = poor;
  assert.deepEqual(await payer.begin(), refusal);
  payer.visitor = next;
  payer.end();
  assert.deepEqual([poor.ended, next.ended], [[], [{ inputTokens: 0, outputTokens: 0 }]]);
});

test('a turn is given up once, and only by whoever began it', async () => {
  const payer = new Payer();
  const visitor = visitorOf();
  payer.visitor = visitor;
  payer.giveUp();
  assert.deepEqual(visitor.ended, []);
  await payer.begin();
  payer.giveUp();
  payer.giveUp();
  assert.deepEqual(visitor.ended, [{ inputTokens: 0, outputTokens: 0 }]);
});
