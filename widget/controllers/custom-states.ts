import type { AgentSnapshot } from '../agent/snapshot.ts';
import { statusOf } from '../agent/status.ts';

/** What the page's style sheets can see of the element, as `:state(working)`. */
export type CustomStates = Pick<Set<string>, 'add' | 'clear' | typeof Symbol.iterator>;

/** The element's own states. An older browser has none, or none of these names: there they show nowhere. */
export function statesOf(element: HTMLElement): CustomStates {
  try {
    const { states } = element.attachInternals();
    states.add('idle');
    return states;
  } catch {
    return new Set(['idle']);
  }
}

/** Sets the status, and `tainted` once the conversation has read what a stranger may have written. */
export function showStates(states: CustomStates, snapshot: AgentSnapshot): void {
  const names = [statusOf(snapshot), ...(snapshot.taint.untrusted.length > 0 ? ['tainted'] : [])];
  if (names.join() === [...states].join()) return;
  states.clear();
  for (const name of names) states.add(name);
}
