import { waitUntil } from '../../../scripts/wtr/wait-until.ts';
import { cleanTaint } from '../../../shared/taint.ts';
import type { Ask } from '../../approvals/ask.ts';
import { styles } from '../../styles/styles.ts';
import { FakeClock } from '../../tab/fake-clock.fixture.ts';
import { defineCard } from '../define-card.ts';
import type { Intents } from '../intents.ts';
import { ask } from '../panel.fixture.ts';
import { ApprovalCard } from './approval-card.ts';

defineCard();

export interface Mounted {
  readonly card: ApprovalCard;
  readonly clock: FakeClock;
  /** What the card asked for, in words. */
  readonly decisions: string[];
  readonly clicks: Event[];
  part(name: string): HTMLElement;
  has(name: string): boolean;
  button(name: 'allow' | 'deny'): HTMLButtonElement;
  text(name: string): string;
}

export const delicate = {
  ...{ tool: 'basket_add', title: 'Add to the basket', siteTool: true, description: 'Puts bread in.' },
  ...{ sink: 'egress', danger: true, why: ['untrusted', 'sensitive'], browserAsks: false },
  taint: { untrusted: ['clipboard_read'], sensitive: ['geolocation_get'] },
} as const satisfies Partial<Ask>;

export const plain = {
  ...{ tool: 'memory_delete', args: { key: 'home' }, reads: 'nothing', sink: 'local', browserAsks: false },
} as const satisfies Partial<Ask>;

/** A list with the element's styles, in a shadow root as in the element. */
export function stage(parent: ParentNode = document.body, mode: ShadowRootMode = 'open'): HTMLElement {
  const host = document.createElement('div');
  host.style.cssText = 'block-size: 560px; inline-size: 480px';
  parent.append(host);
  const root = host.attachShadow({ mode });
  root.adoptedStyleSheets = styles.flatMap(({ styleSheet }) => styleSheet ?? []);
  const base = document.createElement('div');
  base.className = 'base';
  const list = document.createElement('div');
  list.className = 'list';
  base.append(list);
  root.append(base);
  return list;
}

/** A card in a list. */
export async function mount(change: Partial<Ask> = {}, parent: Element = stage()): Promise<Mounted> {
  const clock = new FakeClock();
  const decisions: string[] = [];
  const clicks: Event[] = [];
  const card = new ApprovalCard();
  card.clock = clock;
  card.asker = 'Assistant';
  card.model = 'Gemini';
  card.intents = intentsFor(decisions, clicks);
  card.ask = ask({ ...{ taint: cleanTaint, askedAt: clock.now(), expiresAt: clock.now() + 300_000 }, ...change });
  card.asks = [card.ask];
  parent.append(card);
  await card.updateComplete;
  const has = (name: string): boolean => card.querySelector(`[part=${name}]`) !== null;
  const part = (name: string): HTMLElement => {
    const found = card.querySelector<HTMLElement>(`[part=${name}]`);
    if (!found) throw new Error(`The card has no ${name}.`);
    return found;
  };
  const button = (name: 'allow' | 'deny'): HTMLButtonElement => {
    const found = part(`approval-${name}`);
    if (!(found instanceof HTMLButtonElement)) throw new Error(`${name} is no button.`);
    return found;
  };
  const text = (name: string): string => part(name).textContent.replaceAll(/\s+/g, ' ').trim();
  return { card, clock, decisions, clicks, part, has, button, text };
}

function intentsFor(decisions: string[], clicks: Event[]): Intents {
  const nothing = (): void => {};
  return {
    ...{ send: () => true, stop: nothing, clear: nothing, retry: nothing, retryNow: nothing },
    ...{ ending: () => undefined, say: nothing, draft: () => undefined },
    ...{ permissions: () => [], grants: () => undefined, record: () => undefined },
    decide: (call, decision, event, changed) => {
      decisions.push([call, decision, ...(changed ? [JSON.stringify(changed)] : [])].join(' '));
      clicks.push(event);
    },
    decideAll: (calls, decision, event) => {
      decisions.push(`${calls.join('+')} ${decision}`);
      clicks.push(event);
    },
    extend: (call) => decisions.push(`extend ${call}`),
  };
}

/** Waits until nothing is in the way of the card's being armed but time. */
export async function inSight({ card, clock }: Mounted): Promise<void> {
  await Promise.all(card.getAnimations({ subtree: true }).map(({ finished }) => finished));
  await waitUntil(() => {
    clock.advance(100);
    return card.querySelector('[data-sight=clear]') !== null;
  }, 'the card was never in sight');
}

/** @param ms how long the card has to be in sight */
export async function armed(mounted: Mounted, ms = 1_500): Promise<Mounted> {
  const { card } = mounted;
  card.scrollIntoView({ block: 'center', behavior: 'instant' });
  await Promise.all(card.getAnimations({ subtree: true }).map(({ finished }) => finished));
  await waitUntil(() => {
    mounted.clock.advance(ms);
    return !isOff(mounted.button('allow'));
  }, 'the card was never armed');
  return mounted;
}

/** Whether a button can't be pressed yet. It can have the focus all the same. */
export function isOff(button: Element): boolean {
  return button.getAttribute('aria-disabled') === 'true';
}

export function settle(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
