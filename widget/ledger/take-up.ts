import { claimTab, type ClaimParts } from '../tab/claim-tab.ts';
import { readTab, writeTab, type EnteredTab } from '../tab/tab.ts';
import { Ledger } from './ledger.ts';
import { RamStorage } from './ram-storage.ts';

export { claimSession, type SessionClaim, type SessionClaimParts } from '../tab/claim-session.ts';
export type { Ledger };

export interface TakeUpParts extends ClaimParts {
  /** Where the page is. */
  readonly url: () => string;
}

export interface TakenUp {
  readonly ledger: Ledger;
  /** The tab is a copy of one that is still there: what is stored of a session belongs to the other. */
  readonly isCopy: boolean;
}

/** What is left to a tab without storage: one for all elements of the page. */
const ramStorage = new RamStorage();

/**
 * Takes up what a tab remembers of its calls. To be awaited before the first hello of a tab that returns; a new one has
 * nothing to remember, and needs it before its first effect.
 */
export async function takeUp(entered: EnteredTab, parts: TakeUpParts): Promise<TakenUp> {
  const { tab, isCopy } = await claimTab(entered, parts);
  const storage = tab.storage ?? ramStorage;
  if (!readTab(storage)) writeTab(storage, { ...tab, left: false });
  return { ledger: new Ledger({ storage, tab, now: parts.clock.now, url: parts.url }), isCopy };
}
