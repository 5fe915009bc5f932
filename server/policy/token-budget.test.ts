import assert from 'node:assert/strict';
import test from 'node:test';
import { countsAway, countsOf } from './counts.fixture.ts';
import { TokenBudget } from './token-budget.ts';
import { unbounded } from './unbounded.ts';

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 10, 30, 12);

function budgetOf(tokensPerDay: number, clock = { now: noon }, counts = countsOf(() => clock.now)): TokenBudget {
  return new TokenBudget({ counts, key: 'v', tokensPerDay, now: () => clock.now });
}

test('is spent once as much is used as it holds', async () => {
  const budget = budgetOf(100);
  await budget.spend(99);
  assert.equal(await budget.isSpent(), false);
  await budget.spend(1);
  assert.equal(await budget.isSpent(), true);
});

test('is there again at midnight of UTC, and not before', async () => {
  const clock = { now: noon };
  const budget = budgetOf(100, clock);
  await budget.spend(100);
  clock.now += budget.renewsInMs - 1;
  assert.equal(await budget.isSpent(), true);
  clock.now += 1;
  assert.equal(await budget.isSpent(), false);
  assert.equal(budget.renewsInMs, 24 * hourMs);
});

test('is one for all who count by the same key, on whichever server', async () => {
  const counts = countsOf(() => noon);
  await budgetOf(100, { now: noon }, counts).spend(100);
  assert.equal(await budgetOf(100, { now: noon }, counts).isSpent(), true);
});

test('of nothing is spent from the start', async () => assert.equal(await budgetOf(0).isSpent(), true));

test('counts whole tokens, and nothing that is no amount', async () => {
  const budget = budgetOf(2);
  for (const odd of [Number.NaN, -50, Infinity, 0]) await budget.spend(odd);
  assert.equal(await budget.isSpent(), false);
  await budget.spend(1.2);
  assert.equal(await budget.isSpent(), true);
});

test('without a bound asks nobody', async () => {
  const budget = budgetOf(unbounded, { now: noon }, { ...countsOf(), ...countsAway });
  await budget.spend(1e12);
  assert.equal(await budget.isSpent(), false);
});
