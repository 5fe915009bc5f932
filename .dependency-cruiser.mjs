/**
 * Which file may import which. Each side of the wire is a stack of layers: a part imports what lies
 * below it, never what lies beside or above it. Types count as imports.
 */
const layers = {
  server: [
    ['log', 'package-info'],
    ['config', 'model', 'policy', 'store', 'standin'],
    ['loop'],
    ['session', 'sight'],
    ['transport', 'options'],
    ['agent-server'],
    ['index'],
    ['main'],
  ],
  widget: [
    ['strings', 'styles', 'a11y', 'tab'],
    ['connection', 'conversation', 'memory', 'ledger', 'markdown'],
    ['registry', 'approvals'],
    ['tools', 'dispatch'],
    ['webmcp', 'views'],
    ['shape'],
    ['agent'],
    ['controllers'],
    ['headless-agent'],
    ['index', 'script-tag', 'launcher-tag'],
  ],
};

/** Packages that one place alone may import: everything else goes through that place. */
const homes = {
  '@google/genai': '^server/model/gemini[^/]*[.]ts$',
  ws: '^server/transport/',
  jose: '^server/policy/',
  '@redis/client': '^server/store/',
  'rate-limiter-flexible': '^server/store/',
  'prom-client': '^server/sight/',
  '@opentelemetry/api': '^server/sight/',
  idb: '^widget/memory/',
  lit: '^widget/',
  'zod-to-json-schema': '^shared/',
  '@cfworker/json-schema': '^shared/',
};

const test = '[.](test|fixture)[.]ts$';

/** A part is a folder or a file of its name. */
const pathOf = (side, parts) => `^${side}/(${parts.join('|')})(/|[.]ts$)`;

const layerRules = Object.entries(layers).flatMap(([side, stack]) =>
  stack.flatMap((row, level) =>
    row.map((part) => ({
      name: `${side}/${part} imports only what lies below it`,
      severity: 'error',
      from: { path: pathOf(side, [part]), pathNot: test },
      to: {
        path: pathOf(
          side,
          stack
            .slice(level)
            .flat()
            .filter((other) => other !== part),
        ),
      },
    })),
  ),
);

const homeRules = Object.entries(homes).map(([name, home]) => ({
  name: `${name} has one home`,
  severity: 'error',
  from: { path: '^(shared|server|widget)/', pathNot: [home, test] },
  to: { path: `(^|/)node_modules/${name}/` },
}));

const sides = [
  ['shared', '^(server|widget|testing|demo|bench|e2e)/'],
  ['server', '^(widget|testing|demo|bench|e2e)/'],
  ['widget', '^(server|testing|demo|bench|e2e)/'],
].map(([side, others]) => ({
  name: `${side} stands on its own`,
  severity: 'error',
  from: { path: `^${side}/`, pathNot: test },
  to: { path: others },
}));

const everyPart = Object.entries(layers).flatMap(([side, stack]) => pathOf(side, stack.flat()));

export default {
  forbidden: [
    ...layerRules,
    ...homeRules,
    ...sides,
    {
      name: 'every file has a layer',
      comment: 'Give a new folder or file its place in the list of layers above.',
      severity: 'error',
      from: { path: '^(server|widget)/', pathNot: [...everyPart, test] },
      to: {},
    },
    {
      name: 'nothing but zod/mini reaches a browser',
      comment:
        'Classic zod probes for eval when a schema is made, which a strict policy reports; it is also 20 KB larger.',
      severity: 'error',
      from: { path: '^(shared|widget)/', pathNot: test },
      to: { path: 'node_modules/zod/(index|v[34]/(classic/|index))', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared and widget run without Node',
      severity: 'error',
      from: { path: '^(shared|widget)/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'only declared packages',
      comment: 'A peer is there for tests as well, so it counts as both.',
      severity: 'error',
      from: { path: '^(shared|server|widget)/', pathNot: test },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-dev', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
