import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { cruise } from 'dependency-cruiser';
import rules from '../../.dependency-cruiser.mjs';

const zod = 'nothing but zod/mini reaches a browser';
const node = 'shared and widget run without Node';

/** One import each, and the rule that it breaks. */
const faults = [
  ['server/log.ts', 'server/config.ts', 'server/log imports only what lies below it'],
  ['server/model/gemini.ts', 'server/standin/start.ts', 'server/model imports only what lies below it'],
  ['server/loop/run.ts', 'server/session/session.ts', 'server/loop imports only what lies below it'],
  ['server/transport/upgrade.ts', 'server/main.ts', 'server/transport imports only what lies below it'],
  ['widget/tab/lock.ts', 'widget/ledger/ledger.ts', 'widget/tab imports only what lies below it'],
  ['widget/views/chip.ts', 'widget/webmcp/bridge.ts', 'widget/views imports only what lies below it'],
  ['widget/dispatch/run.ts', 'widget/tools/speech.ts', 'widget/dispatch imports only what lies below it'],
  ['widget/agent/agent.ts', 'widget/headless-agent.ts', 'widget/agent imports only what lies below it'],
  ['widget/index.ts', 'server/index.ts', 'widget stands on its own'],
  ['server/main.ts', 'widget/agent/agent.ts', 'server stands on its own'],
  ['server/session/close.ts', 'testing/index.ts', 'server stands on its own'],
  ['shared/ids.ts', 'widget/tab/id.ts', 'shared stands on its own'],
  ['server/helpers/other.ts', 'server/log.ts', 'every file has a layer'],
  ['server/session/socket.ts', 'ws', 'ws has one home'],
  ['server/session/count.ts', 'server/sight/sight.ts', 'server/session imports only what lies below it'],
  ['server/sight/follow.ts', 'server/session/session.ts', 'server/sight imports only what lies below it'],
  ['server/transport/count.ts', 'prom-client', 'prom-client has one home'],
  ['server/model/prompted.ts', '@google/genai', '@google/genai has one home'],
  ['widget/ledger/store.ts', 'idb', 'idb has one home'],
  ['shared/html.ts', 'lit', 'lit has one home'],
  ['shared/classic.ts', 'zod', zod],
  ['widget/tools/classic.ts', 'zod/v4', zod],
  ['shared/read.ts', 'node:fs', node],
  ['widget/memory/read.ts', 'fs', node],
  ['server/store/memory.ts', './none.ts', 'every import is found'],
  ['server/policy/a.ts', 'server/policy/b.ts', 'no circles'],
];

/** Imports that are as they should be, or that were named above already. */
const sound = [
  ['server/model/gemini-request.ts', '@google/genai'],
  ['server/transport/socket.ts', 'ws'],
  ['server/transport/ticket.ts', 'server/session/session.ts'],
  ['server/session/session.test.ts', 'ws'],
  ['widget/memory/database.ts', 'idb'],
  ['widget/views/bubble.ts', 'lit'],
  ['widget/views/bubble.test.ts', 'widget/agent/agent.ts'],
  ['shared/tools/speech.ts', 'zod/mini'],
  ['testing/start.ts', 'server/index.ts'],
  ['server/policy/b.ts', 'server/policy/a.ts'],
];

let root = '';
before(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'layers-')));
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  const dependencies = { lit: '*', ws: '*', zod: '*', idb: '*', '@google/genai': '*', 'prom-client': '*' };
  await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
  await Promise.all([...faults, ...sound].map(([from, to]) => plant(from, to)));
  for (const [, to] of [...faults, ...sound]) if (to.endsWith('.ts') && !to.startsWith('.')) await plant(to);
});
after(() => rm(root, { recursive: true, force: true }));

const planted = new Set();

/** Writes a file with one import, of a package or of another file; the first import of a file is the one it keeps. */
async function plant(file, imported) {
  if (planted.has(file)) return;
  planted.add(file);
  const local = imported?.endsWith('.ts') && !imported.startsWith('.');
  const name = local ? `./${relative(dirname(file), imported)}` : imported;
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), imported ? `import '${name}';\n` : 'export {};\n');
}

test('each forbidden import is caught, and no other', async () => {
  const folders = ['shared', 'server', 'widget', 'testing'];
  const { output } = await cruise(folders, { ...rules.options, baseDir: root, ruleSet: rules, validate: true });
  const caught = output.summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
  assert.deepEqual(caught.toSorted(), faults.map(([from, , rule]) => `${from}: ${rule}`).toSorted());
});
