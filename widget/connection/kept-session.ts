import type { TabStorage } from '../tab/tab.ts';

/** How long a conversation lasts: this load of the page, the tab, or on this device. */
export type Persist = 'none' | 'tab' | 'device';

/** Where something of that life is kept; undefined where nothing is, or where the browser forbids it. */
export function storageOf(persist: Persist): TabStorage | undefined {
  try {
    if (persist === 'none') return undefined;
    return persist === 'device' ? localStorage : sessionStorage;
  } catch {
    return undefined;
  }
}

const taken = new Set<string>();

/**
 * Names the record of an element that connects to a server. Two elements on one page have one each, and so have a page
 * and a frame in it, which share the storage.
 */
export function claimRecord({ href }: URL): string {
  let name = `headless-agent.session ${href}${self === top ? '' : ` in ${location.pathname}`}`;
  while (taken.has(name)) name += ' +';
  taken.add(name);
  return name;
}

export function releaseRecord(name: string): void {
  taken.delete(name);
}

/** Whether something is kept under that name. What it is worth is seen when it is read. */
export function isKept(storage: TabStorage | undefined, name: string): boolean {
  try {
    return typeof storage?.getItem(name) === 'string';
  } catch {
    return false;
  }
}
