// Prints, from the code, what is decided about each kind of tool: node --import tsx scripts/decision-table.mjs
import { decide } from '../widget/approvals/decision.ts';
import { siteToolDefinition } from '../widget/registry/site-tool.ts';
import { builtinTools } from '../shared/tools/index.ts';

const taints = {
  'read: nothing': {},
  "read: a stranger's words": { untrusted: true },
  'read: something personal': { sensitive: true },
  'read: both': { untrusted: true, sensitive: true },
};

const siteTools = [
  ['a site’s tool', {}],
  ['… that only reads (`readOnlyHint`)', { annotations: { readOnlyHint: true } }],
  ['… with `ask: false`, `sink: "local"`', { ask: false, sink: 'local' }],
  ['… with `ask: false`, `sink: "page"`', { ask: false, sink: 'page' }],
  ['… with `ask: false`', { ask: false }],
];

const rows = [
  ...builtinTools.map((tool) => ({ label: `\`${tool.name}\``, tool, siteTool: false })),
  ...siteTools.map(([label, fields]) => {
    const tool = siteToolDefinition({ name: 'x', description: 'x', execute: () => null, ...fields });
    return { label, tool, siteTool: true };
  }),
];

const calm = {
  server: undefined,
  site: { asks: false, allows: false, denies: false },
  policy: undefined,
  frame: 'none',
  rate: 'usual',
  untrusted: false,
  sensitive: false,
  repaired: false,
  grant: undefined,
  remember: 'always',
  hasGesture: true,
};

function inWords(verdict) {
  if (verdict.outcome === 'allow') return 'runs';
  if (verdict.outcome === 'deny') return 'denied';
  return verdict.danger ? 'warns' : 'asks';
}

/** What a yes can last for, as the card offers it. */
function longestYes({ tool, siteTool }) {
  const verdict = decide({ ...calm, tool: { ...tool, ask: true }, siteTool });
  return verdict.outcome === 'ask' ? verdict.scopes.at(-1) : '';
}

/** As Prettier would write it, so that the table in the docs can be compared with this one. */
function table(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const write = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [write(lines[0]), rule, ...lines.slice(1).map(write)].join('\n');
}

function rowOf(row) {
  const verdicts = Object.values(taints).map((taint) =>
    inWords(decide({ ...calm, tool: row.tool, siteTool: row.siteTool, ...taint })),
  );
  return [row.label, longestYes(row), ...verdicts];
}

/** What is decided about each tool, by what the conversation has read so far. */
export function decisionTable() {
  const head = ['Tool', 'Longest yes', ...Object.keys(taints)];
  return table([head, ...rows.map(rowOf)]);
}

if (process.argv[1] === import.meta.filename) console.log(decisionTable());
