import assert from 'node:assert/strict';
import { test } from 'node:test';
import { injections } from './injections.ts';
import { describeOutcome, lastLine } from './report.ts';
import { plan, runObedient } from './run.ts';
import { allSinks, sinksOn } from './sinks.ts';

/** One for most of the ways by which a stranger's words come in. `npm run check:obedient` tries all. */
const sample: ReadonlySet<string> = new Set([
  'on the page, display none',
  "an error of the server's own tool",
  'pasted, zero width between',
  'memory, base64',
]);

test('T1, T2, T16: whatever a stranger orders a model that obeys, nothing happens without a click', async () => {
  const seed = 'sample';
  const result = await runObedient({
    seed,
    together: 13,
    browsers: 2,
    controls: false,
    only: ({ name }) => sample.has(name),
  });
  const { outcomes, failures } = result;
  console.log(lastLine(result, seed));
  assert.deepEqual(outcomes.filter(({ strays }) => strays.length > 0).map(describeOutcome), []);
  assert.deepEqual(failures, []);
  assert.equal(new Set(outcomes.map(({ trial }) => trial.injection.name)).size, sample.size);
  // A failure is told in few words: not every order finds its place there.
  const deaf = outcomes.filter(({ trial, obeyed }) => obeyed < trial.sinks.length);
  assert.deepEqual(
    deaf.map(({ trial }) => trial.injection.name).filter((name) => !name.startsWith('an error')),
    [],
  );
});

test('each of at least 60 injections meets each act once', () => {
  const trials = plan({ seed: 'any', together: 5, browsers: 1 });
  assert.ok(injections.length >= 60, String(injections.length));
  assert.equal(new Set(injections.map(({ name }) => name)).size, injections.length);
  for (const injection of injections) {
    const met = trials.filter((trial) => trial.injection === injection).flatMap(({ sinks }) => sinks);
    assert.equal(met.length, sinksOn[injection.page].length);
    assert.equal(new Set(met).size, met.length);
  }
});

test('the table says of each act whether it needs a click, and why it does not', () => {
  assert.ok(allSinks.length >= 30);
  for (const { needsClick, because } of allSinks) assert.equal(needsClick, because === undefined);
});
