import { newId } from '../../shared/ids.ts';
import type { Clock } from './clock.ts';
import { holdLock, type Hold, type Locks } from './hold-lock.ts';
import { readTab, writeTab, type EnteredTab, type Tab } from './tab.ts';

export interface ClaimParts {
  /**
   * Missing without https and in old browsers. A copy is then not told from its tab: both resume one session, and the
   * server lets the later one have it.
   */
  readonly locks: Locks | undefined;
  readonly clock: Clock;
  /** Where `pagehide` and `pageshow` are heard. */
  readonly page: EventTarget;
  /** The document: it knows whether it is in a tab yet. */
  readonly view: EventTarget;
}

export interface ClaimedTab {
  readonly tab: EnteredTab;
  /** The storage is a copy of another tab's, which is still there: nothing in it is this tab's own. */
  readonly isCopy: boolean;
}

/** After a reload the page that is going may hold its lock for a moment longer. */
const waitMs = 1_000;

const claims = new WeakMap<EnteredTab, Promise<ClaimedTab>>();

/**
 * Makes sure that no other page is in this tab. "Duplicate tab" and `window.open` copy the storage, and with it the
 * name of the tab; the lock of that name is held by one of them. One claim serves all elements of a page.
 */
export function claimTab(entered: EnteredTab, parts: ClaimParts): Promise<ClaimedTab> {
  const known = claims.get(entered);
  if (known) return known;
  const claim = takeOrLeave(entered, parts);
  claims.set(entered, claim);
  return claim;
}

async function takeOrLeave(entered: EnteredTab, parts: ClaimParts): Promise<ClaimedTab> {
  const { storage } = entered;
  if (!storage) return { tab: entered, isCopy: false };
  await shown(parts.view);
  const hold = await holdTab(entered.tab, parts);
  if (hold.state !== 'taken') {
    sayGoodbye(entered, hold, parts);
    return { tab: entered, isCopy: false };
  }
  const tab = { ...entered, tab: newId(), ledger: newId(), isReturning: false };
  record(tab, false);
  sayGoodbye(tab, await holdTab(tab.tab, parts), parts);
  return { tab, isCopy: true };
}

/** A page that the browser makes ready behind another one is in no tab yet; its locks would wait until it is. */
async function shown(view: EventTarget): Promise<void> {
  if (!('prerendering' in view) || view.prerendering !== true) return;
  await new Promise((resolve) => view.addEventListener('prerenderingchange', resolve, { once: true }));
}

async function holdTab(tab: string, { locks, clock }: ClaimParts): Promise<Hold> {
  return locks ? holdLock(`headless-agent.tab.${tab}`, { locks, clock, waitMs }) : { state: 'forbidden' };
}

/**
 * The page that comes next may trust what is written only if this one could say that it left. A page that the browser
 * kept and brings back has been away while others may have been here.
 */
function sayGoodbye(tab: EnteredTab, first: Hold, parts: ClaimParts): void {
  let hold = first;
  parts.page.addEventListener('pagehide', () => {
    leave(tab);
    if (hold.state === 'held') hold.release();
  });
  parts.page.addEventListener('pageshow', (event) => {
    if (!('persisted' in event) || event.persisted !== true) return;
    record({ ...tab, ledger: newId() }, false);
    void holdTab(tab.tab, parts).then((again) => (hold = again));
  });
}

/** A page that goes speaks for itself alone: not for one that has come meanwhile, nor for a storage that was emptied. */
function leave({ storage, tab, page }: EnteredTab): void {
  const written = storage && readTab(storage);
  if (written?.tab === tab && written.page === page) record({ ...written, storage }, true);
}

function record({ storage, ...tab }: Tab & Pick<EnteredTab, 'storage'>, left: boolean): void {
  try {
    if (storage) writeTab(storage, { ...tab, left });
  } catch {
    // Unsaid is as good as unknown: the next page begins a ledger of its own.
  }
}
