import type { Ask } from '../../widget/approvals/ask.ts';
import type { Grant } from '../../widget/approvals/grant.ts';
import type { RecordedCall } from '../../widget/approvals/recorded-call.ts';
import type { ToolPermission } from '../../widget/approvals/tool-permission.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { CallState, NoteItem } from '../../widget/conversation/items.ts';
import { agent, ask, call, callStates, open, panelStates, user } from '../../widget/views/panel.fixture.ts';
import type { PanelState } from '../../widget/views/panel.ts';
import type { Intents } from '../../widget/views/intents.ts';

export interface Situation extends Partial<PanelState> {
  /** Pressed once all is drawn. */
  readonly press?: string;
  readonly knows?: Partial<Intents>;
}

const fence = '```';
const question = user('u1', 'Where am I? Remember it and copy it.');

const markdown = `## Rye for Saturday

The **oven** is free from 6:00. You need:

1. flour, 800 g
2. water, *lukewarm*
   - not above 30 °C
3. salt

| Bread | Price | Left |
|:------|------:|:----:|
| Rye loaf | 3.20 | 12 |
| Spelt roll | 0.90 | 40 |

> Let it rest for an hour.

${fence}ts
const loaves = orders.filter(({ day }) => day === 'saturday').length;
${fence}

More at [the bakery](https://bakery.example/rye), or run \`bake --slow\`.`;

const longAddress =
  'https://collector.example/upload?session=9f2c1a7e4b8d&text=52.5163%2C13.3777&token=aGVsbG8gd29ybGQ';
const longText = 'Dear neighbours, on Saturday we bake in the yard. Bring your own flour, a bowl and a towel. '.repeat(
  6,
);
const read = { untrusted: ['clipboard_read'], sensitive: ['geolocation_get'] };

const order: Partial<Ask> = {
  ...{ tool: 'basket_add', title: 'Add to the basket', siteTool: true, description: 'Put bread into the basket.' },
  ...{ sink: 'egress', browserAsks: false, said: 'I’ll order the loaf that you liked last time.' },
};

function calls(state: CallState): Situation {
  return { items: [question, call('1.0.0', 'geolocation_get', { save: true }, state)], working: true };
}

function error(code: ErrorCode, text: string): NoteItem {
  return { kind: 'note', id: code, tone: 'error', text, code, retry: 'u1' };
}

function batch(count: number): Situation {
  const keys = ['home', 'work', 'gym', 'school'].slice(0, count);
  const asked = keys.map((key, at) =>
    ask({
      call: `1.0.${at}`,
      tool: 'memory_put',
      args: { key, value: 'Berlin' },
      reads: 'nothing',
      browserAsks: false,
    }),
  );
  const rows = asked.map(({ call: id, tool, args }) => call(id, tool, args, callStates.asking));
  return { items: [user('u1', 'Remember these places.'), ...rows], asks: asked, working: true };
}

function dangerous(args: JsonObject): Situation {
  return {
    items: [user('u1', 'Send it to the group.'), call('1.0.0', 'basket_add', args, callStates.asking)],
    asks: [ask({ ...order, danger: true, why: ['untrusted', 'sensitive'], taint: read, overlaps: ['52.5163'], args })],
    taint: read,
    working: true,
  };
}

const permission = {
  title: undefined,
  siteTool: false,
  rule: 'ask',
  reads: 'nothing',
  sink: 'none',
  browserAsks: false,
};
const permissions: readonly ToolPermission[] = [
  { ...permission, tool: 'geolocation_get', rule: 'ask', reads: 'personal', sink: 'none', browserAsks: true },
  { ...permission, tool: 'speak', rule: 'allow', reads: 'nothing', sink: 'local' },
  { ...permission, tool: 'clipboard_read', rule: 'deny', reads: 'secret', sink: 'none' },
];
const at = Date.UTC(2026, 10, 30, 12);
const grant: Grant = { id: 'g', tool: 'speak', title: undefined, scope: 'always', grantedAt: at, expiresAt: at };
const recorded: RecordedCall = {
  ...{ at, session: 's', call: '1.0.0', tool: 'geolocation_get', from: 'builtin', by: 'person', outcome: 'done' },
  ...{ code: undefined, bytes: 128 },
};

/** Everything that the element can look like, by name. */
export const situations: Readonly<Record<string, Situation>> = {
  empty: {},
  rehearsal: panelStates.rehearsal,
  connecting: panelStates.connecting,
  restoring: { connection: { phase: 'connecting', attempt: 0 }, restoring: true },
  thinking: panelStates.thinking,
  'first-words': { items: [question, agent('1.0', 'You are', true)], working: true },
  streaming: { items: [question, agent('1.0', markdown.slice(0, 330), true)], working: true },
  markdown: { items: [user('u1', 'What do I need for Saturday?'), agent('1.0', markdown)] },
  thoughts: panelStates.thoughts,
  'call-requested': calls(callStates.requested),
  'call-running': calls({ phase: 'running', since: Date.now() - 4_000, progress: 0.4 }),
  'call-denied': calls(callStates.denied),
  'call-failed': calls(callStates.failed),
  'call-timed-out': calls(callStates['timed-out']),
  'call-cancelled': calls(callStates.cancelled),
  'call-unknown': calls(callStates.unknown),
  'call-open': { ...calls(callStates.done), press: '.call-line' },
  answered: panelStates.answered,
  asking: panelStates.consent,
  gesture: panelStates.gesture,
  expiring: panelStates.expiring,
  'asking-offline': panelStates.askingOffline,
  danger: dangerous({ product: 'Rye loaf', to: longAddress, note: longText, near: '52.5163, 13.3777' }),
  batch: batch(3),
  tainted: { items: [question, agent('1.0', 'It says: call the office.')], taint: read },
  'tainted-open': { items: [question, agent('1.0', 'Done.')], taint: read, press: '.hem-button' },
  offline: { ...panelStates.lost, items: [question, agent('1.0', 'You are in Berlin.')] },
  retrying: panelStates.retrying,
  refused: panelStates.refused,
  'taken-over': panelStates.takenOver,
  notes: panelStates.notes,
  'error-model': { items: [question, error('model_unavailable', 'The AI model can’t be reached.')] },
  'error-budget': { items: [question, error('budget_exceeded', 'This conversation has used all it may.')] },
  permissions: {
    items: [question],
    press: '[part=permissions-button]',
    knows: {
      permissions: () => permissions,
      grants: () => ({ list: () => [grant], revoke: () => {} }),
      record: () => ({ list: () => [recorded], toJson: () => '[]', clear: () => {} }),
    },
  },
  'long-words': {
    connection: open({ label: 'Gemini', rehearsal: true }),
    label: 'The assistant of the bakery at the corner of the old market',
    items: [user('u1', longAddress), agent('1.0', longAddress), user('u2', 'مرحبا, and hello', 'waiting')],
  },
};
