import { waitUntil } from '../scripts/wtr/wait-until.ts';
import { executeServerCommand } from '@web/test-runner-commands';
import { click, press, type } from '../scripts/wtr/devices.ts';
import { stub } from '../scripts/wtr/stub.ts';
import { find, mount } from './headless-agent.fixture.ts';
import type { HeadlessAgent } from './headless-agent.ts';
import type { SiteTool } from './registry/site-tool.ts';

/** A loaded machine may need a while; nothing waits that long when all goes well. */
const patience = { timeout: 15_000 };

/** A real socket that a test can count. */
export class SpiedSocket extends WebSocket {
  static readonly sockets: SpiedSocket[] = [];
  /** Every frame that left the page. */
  static readonly frames: string[] = [];

  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    SpiedSocket.sockets.push(this);
  }

  static get open(): readonly SpiedSocket[] {
    return this.sockets.filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  override send(data: string): void {
    SpiedSocket.frames.push(data);
    super.send(data);
  }
}

/** Where the built server listens: on another port, and so on another origin than this page. */
export const agentUrl = (): Promise<string> => executeServerCommand<string, undefined>('agent:url');

/** An element that is connected to the real server. */
export async function meet(attributes: Readonly<Record<string, string>> = {}): Promise<HeadlessAgent> {
  const element = await mount({ server: await agentUrl(), ...attributes });
  await element.ready;
  await until(() => isIdle(element), 'the element never got ready');
  return element;
}

/** Registers a site's tool and waits until the server has been told of it. */
export async function offer(element: HeadlessAgent, tool: SiteTool): Promise<void> {
  const mark = SpiedSocket.frames.length;
  element.registerTool(tool);
  const isTold = (frame: string): boolean => frame.includes(`"name":"${tool.name}"`);
  await until(() => SpiedSocket.frames.slice(mark).some(isTold), `${tool.name} was not offered`);
}

/** Types a message and sends it with Enter, as a person does. */
export async function say(element: HeadlessAgent, text: string): Promise<void> {
  const before = texts(element, 'user').length;
  element.focus();
  await type(text);
  await press('Enter');
  const isSaid = (): boolean => texts(element, 'user').length > before && texts(element, 'user').at(-1) === text;
  await until(isSaid, `"${text}" was not sent`);
}

/** Clicks the first question's button as soon as the card has armed it. */
export async function decide(element: HeadlessAgent, decision: 'allow' | 'deny'): Promise<void> {
  const button = (): HTMLButtonElement | null | undefined =>
    element.shadowRoot?.querySelector<HTMLButtonElement>(`[part=approval-${decision}]`);
  await until(() => button()?.hasAttribute('aria-disabled') === false, `there was nothing to ${decision}`);
  const pressed = button();
  if (pressed) await still(pressed);
  if (pressed) await click(pressed);
  await until(() => button() !== pressed, `the click did not ${decision}`);
}

/** Waits until an element stands where it did two frames ago: a card grows, and a click on what moves misses it. */
async function still(element: Element): Promise<void> {
  const place = (): string => JSON.stringify(element.getBoundingClientRect());
  for (let before = ''; before !== place();) {
    before = place();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
}

export async function pressStop(element: HeadlessAgent): Promise<void> {
  await click(find(element, '[part=stop-button]'));
}

/** Waits until no turn runs any more. Answers what the agent said last. */
export async function answerOf(element: HeadlessAgent): Promise<string> {
  await until(() => isIdle(element), 'the turn did not end');
  return texts(element, 'agent').at(-1) ?? '';
}

/** Types a message and waits for its answer. */
export async function talk(element: HeadlessAgent, text: string): Promise<string> {
  await say(element, text);
  return answerOf(element);
}

/** The chips, as `call state`. */
export function chips(element: HeadlessAgent): readonly string[] {
  return all(element, '[part=call]').map(({ dataset }) => `${dataset['callId']} ${dataset['state']}`);
}

export function hasChip(element: HeadlessAgent, chip: string): Promise<void> {
  return until(() => chips(element).includes(chip), `there was no chip "${chip}"`);
}

export function hasCard(element: HeadlessAgent): Promise<void> {
  return until(() => all(element, '[part=approval]').length > 0, 'no card opened');
}

/** What a chip shows behind its line: the tool, its arguments and its result. */
export function chipData(element: HeadlessAgent): string {
  return find(element, '[part=call-data]').textContent;
}

/** Writes down each state that a chip shows, the first one included. */
export function watchChips(element: HeadlessAgent): () => readonly string[] {
  const seen: string[] = [];
  const look = (): void => {
    for (const chip of chips(element)) if (!seen.includes(chip)) seen.push(chip);
  };
  const root = element.shadowRoot;
  if (!root) throw new Error('The element has no shadow root.');
  new MutationObserver(look).observe(root, { subtree: true, childList: true, attributeFilter: ['data-state'] });
  return () => seen;
}

export function until(isTrue: () => boolean, otherwise: string): Promise<void> {
  return waitUntil(isTrue, otherwise, patience);
}

function isIdle(element: HeadlessAgent): boolean {
  return all(element, '[part=send-button]').length === 1 && find(element, '[part=status]').dataset['phase'] === 'open';
}

function texts(element: HeadlessAgent, who: 'agent' | 'user'): readonly string[] {
  const part = who === 'user' ? 'bubble' : 'content';
  return all(element, `[part~=message-${who}] [part~=${part}]`).map(({ textContent }) => textContent.trim());
}

function all(element: HeadlessAgent, selector: string): readonly HTMLElement[] {
  return [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
}

/** Keeps timers of one length from running until the test lets them, as if their time had come. Undone by `restoreAll`. */
export function heldTimers(ms: number): { readonly fire: () => void } {
  const real = window.setTimeout;
  const held: (() => void)[] = [];
  stub(window, 'setTimeout', (task: () => void, after?: number) => {
    if (after !== ms) return real(task, after);
    held.push(task);
    return 0;
  });
  return {
    fire: () => {
      for (const task of held.splice(0)) task();
    },
  };
}
