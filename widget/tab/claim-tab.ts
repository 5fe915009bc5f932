import { newId } from '../../shared/ids.ts';
import { holdTab, leftLate, Stay, type StayParts } from './stay.ts';
import type { EnteredTab, TabStorage } from './tab.ts';

export interface ClaimParts extends StayParts {
  /** The document: it knows whether it is in a tab yet. */
  readonly view: EventTarget;
}

export interface ClaimedTab {
  readonly tab: EnteredTab;
  /** The storage is a copy of another tab's, which is still there: nothing in it is this tab's own. */
  readonly isCopy: boolean;
}

const claims = new WeakMap<EnteredTab, Promise<ClaimedTab>>();

/**
 * Makes sure that no other page is in this tab. "Duplicate tab" and `window.open` copy the storage, and with it the
 * name of the tab; the lock of that name is held by one of them. A tab whose last page said that it left keeps its
 * name whatever copies do. One claim serves all elements of a page.
 */
export function claimTab(entered: EnteredTab, parts: ClaimParts): Promise<ClaimedTab> {
  const known = claims.get(entered);
  if (known) return known;
  const { storage } = entered;
  const claim = storage ? takeOrLeave(entered, storage, parts) : Promise.resolve({ tab: entered, isCopy: false });
  claims.set(entered, claim);
  return claim;
}

async function takeOrLeave(entered: EnteredTab, storage: TabStorage, parts: ClaimParts): Promise<ClaimedTab> {
  const { former } = entered;
  const stay = new Stay(entered, parts);
  await shown(parts.view);
  if (former === undefined) await stay.hold();
  const isTheirs = former !== undefined && !(await stay.tryToHold(0)) && !(await isLate(stay, former, storage, parts));
  if (isTheirs) await stay.hold();
  return { tab: stay.tab, isCopy: isTheirs };
}

/**
 * Somebody has the name. A copy gives it up before anything else: no page that comes after it may find it, and it must
 * not get it by waiting while the other tab reloads. Only a page that was in this very tab can say a late farewell.
 */
async function isLate(stay: Stay, former: string, storage: TabStorage, parts: ClaimParts): Promise<boolean> {
  const { tab } = stay;
  stay.rename({ ...tab, tab: newId(), ledger: newId(), isReturning: false });
  const hold = await holdTab(tab.tab, parts);
  if (hold.state !== 'held') return false;
  const isOurs = leftLate(storage, former);
  if (isOurs) stay.rename(tab, hold);
  else hold.release();
  return isOurs;
}

/** A page that the browser makes ready behind another one is in no tab yet; its locks would wait until it is. */
async function shown(view: EventTarget): Promise<void> {
  if (!('prerendering' in view) || view.prerendering !== true) return;
  await new Promise((resolve) => view.addEventListener('prerenderingchange', resolve, { once: true }));
}
