import { waitUntil } from '../../scripts/wtr/wait-until.ts';
import { find, mount } from '../headless-agent.fixture.ts';
import type { HeadlessAgent } from '../headless-agent.ts';

/** An element that floats, once it has its shape. */
export async function mountShaped(
  attributes: Readonly<Record<string, string>> = {},
  parent: Element = document.body,
): Promise<HeadlessAgent> {
  const element = await mount({ mode: 'bubble', ...attributes }, parent);
  await waitUntil(() => element.shadowRoot?.querySelector('.base[data-shape]'), 'no shape came');
  await launcherOf(element).updateComplete;
  return element;
}

export function launcherOf(element: HeadlessAgent): HTMLElementTagNameMap['headless-agent-launcher'] {
  const launcher = element.shadowRoot?.querySelector('headless-agent-launcher');
  if (!launcher) throw new Error('There is no launcher.');
  return launcher;
}

export function launcherButton(element: HeadlessAgent): HTMLElement {
  return find(element, '[part=launcher]');
}

/** As a person sees it. */
export function isPanelSeen(element: HeadlessAgent): boolean {
  return getComputedStyle(find(element, '.base')).visibility === 'visible';
}

/** Waits until the panel has come or gone. */
export async function seen(element: HeadlessAgent, wanted: boolean): Promise<void> {
  await element.updateComplete;
  await launcherOf(element).updateComplete;
  await waitUntil(() => isPanelSeen(element) === wanted, `the panel is ${wanted ? 'not ' : ''}seen`, {
    timeout: 8_000,
  });
}
