import { waitUntil } from '../scripts/wtr/wait-until.ts';
import { FakeSocket } from './fake-socket.fixture.ts';
import type { HeadlessAgent } from './headless-agent.ts';

export async function mount(
  attributes: Readonly<Record<string, string>> = {},
  parent: Element = document.body,
): Promise<HeadlessAgent> {
  const element = document.createElement('headless-agent');
  for (const [name, value] of Object.entries({ server: '/agent', ...attributes })) element.setAttribute(name, value);
  parent.append(element);
  await drawn(element);
  return element;
}

export async function connect(element: HeadlessAgent, ready = 'Ready'): Promise<FakeSocket> {
  await waitUntil(() => FakeSocket.sockets.length > 0, 'no socket was opened');
  const socket = lastSocket();
  socket.accept();
  await waitUntil(() => partText(element, 'status') === ready, 'the element never got ready');
  return socket;
}

export function lastSocket(): FakeSocket {
  const socket = FakeSocket.sockets.at(-1);
  if (!socket) throw new Error('No socket was opened.');
  return socket;
}

export function find(element: HeadlessAgent, selector: string): HTMLElement {
  const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
}

export function count(element: HeadlessAgent, selector: string): number {
  return element.shadowRoot?.querySelectorAll(selector).length ?? 0;
}

export function partText(element: HeadlessAgent, part: string): string {
  return find(element, `[part~=${part}]`).textContent.replaceAll(/\s+/g, ' ').trim();
}

export async function drawn(element: HeadlessAgent): Promise<void> {
  await element.updateComplete;
  await element.shadowRoot?.querySelector('headless-agent-transcript')?.updateComplete;
}

/** Says something and lets the server begin the turn. */
export async function ask(element: HeadlessAgent, socket: FakeSocket, text: string, turn = 1): Promise<void> {
  void element.send(text).catch(() => {});
  await waitUntil(() => socket.all('user.message').length === turn, 'the message was not sent');
  const message = socket.all('user.message').at(-1)?.id ?? '';
  socket.say({ type: 'turn.started', turn, message });
  await drawn(element);
}

export async function askToForget(element: HeadlessAgent, socket: FakeSocket, turn = 1): Promise<HTMLElement> {
  socket.say({ type: 'tool.call', turn, call: `${turn}.0.0`, name: 'memory_delete', args: { key: 'home' } });
  await waitUntil(() => count(element, '[part=approval]') === 1, 'no card opened');
  await drawn(element);
  return find(element, '[part=approval]');
}

export async function answer(element: HeadlessAgent, socket: FakeSocket, text: string, turn = 1): Promise<void> {
  socket.say({ type: 'turn.text', turn, round: 1, attempt: 0, text });
  socket.say({ type: 'turn.ended', turn, reason: 'answered' });
  await drawn(element);
}
