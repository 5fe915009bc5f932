import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingRedis } from '../../testing/redis-server.ts';
import { headline } from './report.ts';
import { soak } from './soak-run.ts';
import type { StoreKind } from './store.ts';

const seed = process.env['SOAK_SEED'] ?? '1';

/** All that the long form does to visitors, in a few seconds. */
const plague = {
  cutEveryMs: [80, 580],
  reloadEveryMs: [1_500, 4_000],
  crashShare: 0.1,
  duplicateEveryMs: [1_500, 4_000],
  killEveryMs: [1_200, 2_100],
  politeShare: 0.3,
  storeKillEveryMs: [2_500, 4_000],
} as const;

const settings: readonly (readonly [store: StoreKind, nodes: number])[] = [
  ['memory', 1],
  ['file', 1],
  ['redis', 2],
];

for (const [store, nodes] of settings) {
  const skip = store === 'redis' && missingRedis;
  test(`nothing is lost and nothing happens twice: ${store} store, ${nodes} of nodes`, { skip }, async (t) => {
    const result = await soak({
      ...{ store, nodes, seed, plague, visitors: 12, calls: 150, cuts: 100, kills: 1, maxMs: 8_000 },
    });
    t.diagnostic(headline([result], seed));
    const { lost, twice, wrong, unfinished, needless, complaints } = result;
    const findings = { lost, twice, wrong, unfinished, needless, complaints };
    assert.deepEqual(findings, { lost: [], twice: [], wrong: [], unfinished: [], needless: [], complaints: [] });
    assert.ok(result.cuts > 0 && result.reloads > 0 && result.kills + result.deploys > 0, 'nothing went wrong');
  });
}
