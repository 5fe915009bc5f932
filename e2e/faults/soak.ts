import { parseArgs } from 'node:util';
import { isClean, headline, table } from './report.ts';
import { soak, type SoakResult } from './soak-run.ts';
import type { StoreKind } from './store.ts';

const usage = `npm run soak -- [--store=memory|file|redis] [--nodes=1|2] [--visitors=60] [--calls=50000] [--cuts=20000] [--kills=300] [--seed=…] [--max-minutes=45]

Visitors talk to a model with a script over links that are cut, while pages reload and servers and stores are killed.
Each run of a tool is counted outside of pages and servers. Without --store and --nodes: every store, and two nodes
where it can.`;

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    nodes: { type: 'string' },
    visitors: { type: 'string', default: '60' },
    calls: { type: 'string', default: '50000' },
    cuts: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now()) },
    'max-minutes': { type: 'string', default: '45' },
    help: { type: 'boolean', default: false },
  },
});

interface Setting {
  readonly store: StoreKind;
  readonly nodes: number;
}

const settings: readonly Setting[] = [
  { store: 'memory', nodes: 1 },
  { store: 'file', nodes: 1 },
  { store: 'redis', nodes: 1 },
  { store: 'redis', nodes: 2 },
];

/** A thousand cuts a minute for each seven visitors, a kill in less than two seconds. */
const plague = {
  cutEveryMs: [80, 580],
  reloadEveryMs: [3_000, 15_000],
  crashShare: 0.1,
  duplicateEveryMs: [8_000, 25_000],
  halfOpenEveryMs: [500, 2_000],
  killEveryMs: [1_200, 2_100],
  politeShare: 0.15,
  storeKillEveryMs: [2_500, 4_000],
} as const;

async function run({ store, nodes }: Setting): Promise<SoakResult> {
  const numbers = { visitors: Number(values.visitors), calls: Number(values.calls), cuts: Number(values.cuts) };
  const { seed } = values;
  console.log(`\n${store}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}, seed ${seed}`);
  return soak({
    ...{ store, nodes, seed, plague, ...numbers, kills: Number(values.kills) },
    maxMs: Number(values['max-minutes']) * 60_000,
    onProgress: (line) => console.log(`  ${line}`),
  });
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const { store, nodes } = values;
  const chosen = settings.filter((one) => (!store || one.store === store) && (!nodes || one.nodes === Number(nodes)));
  if (chosen.length === 0) throw new Error(`There is no run with store ${store} and ${nodes} nodes.\n\n${usage}`);
  const results: SoakResult[] = [];
  for (const setting of chosen) results.push(await run(setting));
  console.log(`\n${table(results)}\n\n${headline(results, values.seed)}`);
  process.exitCode = results.every(isClean) ? 0 : 1;
}

await main();
