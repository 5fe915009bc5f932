import { LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { cleanTaint } from '../../shared/taint.ts';
import type { Ask } from '../approvals/ask.ts';
import type { ConnectionState } from '../connection/state.ts';
import type { AgentItem, CallItem, CallState, Item, UserItem } from '../conversation/items.ts';
import { en } from '../strings/en.ts';
import { learn, words } from '../strings/words.ts';
import { styles } from '../styles/styles.ts';
import { defineCard } from './define-card.ts';
import { defineViews } from './define-views.ts';
import type { DraftKeeper } from './intents.ts';
import { panel, type PanelState } from './panel.ts';

// In the product, they come with what is connected.
learn(en);

/** The panel without an agent behind it: shows the state it is given and keeps what was asked of it. */
export class PanelFixture extends LitElement {
  static override styles = styles;
  static override properties: PropertyDeclarations = { state: { attribute: false } };

  declare state: PanelState;
  readonly intents: string[] = [];
  readonly clicks: Event[] = [];
  /** Whether a text that is sent is taken. */
  takes = true;
  /** Whether single calls can be ended. */
  endable = true;
  draft: DraftKeeper | undefined;

  constructor() {
    super();
    defineViews();
    defineCard();
    this.state = {
      label: words.label,
      placeholder: words.placeholder,
      connection: open(),
      items: [],
      asks: [],
      working: false,
      restoring: false,
      taint: cleanTaint,
      titles: new Map([['basket_add', 'Add to the basket']]),
      secondsLeft: undefined,
      lines: { polite: [], assertive: [] },
      intents: {
        send: (text, origin) => {
          this.intents.push(`send ${origin ? `${origin} ` : ''}${text}`);
          return this.takes;
        },
        stop: () => this.intents.push('stop'),
        clear: () => this.intents.push('clear'),
        retry: (message) => this.intents.push(`retry ${message}`),
        ending: (id) => (this.endable ? () => this.intents.push(`end ${id}`) : undefined),
        say: (text) => this.intents.push(`say ${text}`),
        draft: () => this.draft,
        retryNow: () => this.intents.push('retryNow'),
        decide: (id, decision, click) => {
          this.intents.push(`decide ${id} ${decision}`);
          this.clicks.push(click);
        },
        decideAll: (ids, decision, click) => {
          this.intents.push(`decideAll ${ids.join(' ')} ${decision}`);
          this.clicks.push(click);
        },
        extend: (id) => this.intents.push(`extend ${id}`),
        permissions: () => [],
        grants: () => ({ list: () => [], revoke: (id) => this.intents.push(`revoke ${id}`) }),
        record: () => ({ list: () => [], toJson: () => '[]', clear: () => this.intents.push('clear record') }),
      },
    };
  }

  /** Changes a part of the state and waits until all of it is drawn. */
  async show(change: Partial<PanelState>): Promise<void> {
    this.state = { ...this.state, ...change };
    await this.updateComplete;
    await this.renderRoot.querySelector('headless-agent-transcript')?.updateComplete;
    await this.renderRoot.querySelector('headless-agent-composer')?.updateComplete;
    const answers = [...this.renderRoot.querySelectorAll('headless-agent-answer')];
    await Promise.all(answers.map((answer) => answer.updateComplete));
  }

  protected override render(): TemplateResult {
    return panel(this.state);
  }
}

export function definePanelFixture(): void {
  if (!customElements.get('panel-fixture')) customElements.define('panel-fixture', PanelFixture);
}

export function open(model = { label: 'Gemini', rehearsal: false }): ConnectionState {
  return {
    phase: 'open',
    welcome: {
      type: 'welcome',
      session: 's',
      token: 't',
      epoch: 1,
      resumed: false,
      tools: ['geolocation_get', 'memory_put', 'clipboard_read', 'device_status'],
      model,
      limits: { approvalMs: 300_000, graceMs: 30_000, maxResultBytes: 32_768, maxMessageChars: 16_000 },
    },
  };
}

export function user(id: string, text: string, state: UserItem['state'] = 'sent'): UserItem {
  return { kind: 'user', id, text, state };
}

export function agent(id: string, text: string, streaming = false): AgentItem {
  return { kind: 'agent', id, turn: 1, attempt: 0, text, streaming };
}

export function call(id: string, tool: string, args: CallItem['args'], state: CallState): CallItem {
  return { kind: 'call', id, turn: 1, tool, args, state };
}

export function ask(change: Partial<Ask> = {}): Ask {
  return {
    call: '1.0.0',
    tool: 'geolocation_get',
    title: undefined,
    description: 'Find out where the person is now.',
    siteTool: false,
    onServer: false,
    kind: 'consent',
    danger: false,
    why: ['tool'],
    taint: cleanTaint,
    overlaps: [],
    hash: 'h1',
    editable: [],
    problem: undefined,
    extensions: 2,
    scopes: ['once'],
    said: undefined,
    args: { save: true },
    reads: 'personal',
    sink: 'none',
    browserAsks: true,
    askedAt: Date.now(),
    expiresAt: Date.now() + 300_000,
    ...change,
  };
}

const fix = { latitude: 52.5163, longitude: 13.3777, accuracy_m: 18, at: '2026-11-30T12:00:00.000Z' };

/** A call in each of its phases. */
export const callStates = {
  requested: { phase: 'requested' },
  asking: { phase: 'asking' },
  running: { phase: 'running', since: 0 },
  done: { phase: 'done', ms: 412, value: fix },
  denied: { phase: 'denied' },
  failed: { phase: 'failed', error: { code: 'permission_denied', message: 'The browser did not allow it.' } },
  'timed-out': { phase: 'timed-out' },
  cancelled: { phase: 'cancelled' },
  unknown: { phase: 'unknown' },
} as const satisfies Record<CallState['phase'], CallState>;

const siteAsk = {
  tool: 'basket_add',
  title: 'Add to the basket',
  description: 'Put a product of the bakery into the basket.',
  siteTool: true,
  args: { product: 'Rye loaf', quantity: 2 },
  sink: 'egress',
  browserAsks: false,
} as const satisfies Partial<Ask>;

const question = user('u1', 'Where am I? Remember it and copy it.');
const place = 'You are in Berlin, near the Brandenburg Gate.\n\nI remembered the place and put it on your clipboard.';
const askingItems: readonly Item[] = [question, call('1.0.0', 'geolocation_get', { save: true }, callStates.asking)];

/** Every state of the panel by name. */
export const panelStates = {
  empty: {},
  rehearsal: { connection: open({ label: 'Rehearsal', rehearsal: true }) },
  connecting: { connection: { phase: 'connecting', attempt: 0 } },
  lost: { connection: { phase: 'lost', attempt: 2, retryAt: 0 }, secondsLeft: 5, items: [question] },
  retrying: { connection: { phase: 'connecting', attempt: 3 }, items: [question] },
  refused: { connection: { phase: 'refused', code: 4403, reason: 'The server does not accept this page.' } },
  takenOver: { connection: { phase: 'refused', code: 4409, reason: 'This conversation continues in another tab.' } },
  thinking: { items: [question], working: true },
  phases: {
    items: [
      question,
      ...Object.values(callStates).map((state, at) => call(`1.0.${at}`, 'geolocation_get', { save: true }, state)),
    ],
    working: true,
  },
  progress: {
    items: [
      question,
      call('1.0.0', 'basket_add', { product: 'Rye loaf' }, { phase: 'running', since: 0, progress: 0.4 }),
    ],
    working: true,
  },
  answered: {
    items: [
      question,
      agent('1.0', 'I’ll look.'),
      call('1.0.0', 'geolocation_get', {}, callStates.done),
      call('1.1.0', 'memory_put', { key: 'home_city', value: 'Berlin' }, { phase: 'done', ms: 4, value: {} }),
      call('1.1.1', 'clipboard_write', { text: '52.5163, 13.3777' }, { phase: 'done', ms: 9, value: { chars: 16 } }),
      call('1.1.2', 'basket_add', { product: 'Rye loaf', quantity: 2 }, { phase: 'done', ms: 9, value: { total: 2 } }),
      agent('1.2', place),
    ],
  },
  consent: { items: askingItems, asks: [ask()], working: true },
  gesture: {
    items: [question, call('1.0.0', 'clipboard_write', { text: 'Berlin' }, callStates.asking)],
    asks: [
      ask({
        tool: 'clipboard_write',
        kind: 'gesture',
        args: { text: 'Berlin' },
        reads: 'nothing',
        sink: 'local',
        browserAsks: false,
      }),
    ],
    working: true,
  },
  siteTool: {
    items: [question, call('1.0.0', 'basket_add', siteAsk.args, callStates.asking)],
    asks: [ask(siteAsk)],
    working: true,
  },
  hiddenText: {
    items: [
      question,
      call('1.0.0', 'memory_put', { key: 'a\u202eb', value: { deep: ['x\u200by', 1] } }, callStates.asking),
    ],
    asks: [
      ask({
        tool: 'memory_put',
        args: { key: 'a\u202eb', value: { deep: ['x\u200by', 1] } },
        reads: 'nothing',
        sink: 'local',
        browserAsks: false,
      }),
    ],
    working: true,
  },
  expiring: { items: askingItems, asks: [ask({ expiresAt: Date.now() + 12_000 })], working: true },
  askingOffline: {
    connection: { phase: 'lost', attempt: 1, retryAt: 0 },
    secondsLeft: 3,
    items: askingItems,
    asks: [ask()],
    working: true,
  },
  thoughts: {
    items: [
      question,
      { kind: 'thought', id: '1', text: 'The person wants to know where they are. I have a tool for that.' },
      agent('1.0', 'One moment.'),
    ],
    working: true,
  },
  notes: {
    items: [
      question,
      { kind: 'note', id: 'n1', tone: 'info', text: 'You stopped this answer.' },
      { kind: 'note', id: 'n2', tone: 'error', text: 'The AI model can’t be reached.', retry: 'u1' },
      user('u2', 'And now?', 'waiting'),
      user('u3', 'Hello?', 'failed'),
    ],
  },
  rightToLeft: { items: [user('u1', 'أين أنا؟ الساعة 14:30'), agent('1.0', 'أنت في برلين.')] },
} as const satisfies Record<string, Partial<PanelState>>;
