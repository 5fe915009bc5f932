import { newId } from '../../shared/ids.ts';
import type { Clock } from './clock.ts';
import { holdLock, type Hold, type HoldOptions, type Locks } from './hold-lock.ts';
import { readTab, writeTab, type EnteredTab, type Tab, type TabStorage } from './tab.ts';

export interface StayParts {
  /**
   * Missing without https and in old browsers. A copy is then not told from its tab: both resume one session, and the
   * server lets the later one have it.
   */
  readonly locks: Locks | undefined;
  readonly clock: Clock;
  /** Where `pagehide` and `pageshow` are heard. */
  readonly page: EventTarget;
}

/** After a reload the page that is going may hold its lock for a moment longer. */
export const lingerMs = 1_000;

/** Says which page left after another one had come into the same storage. */
const lateKey = 'headless-agent.left';

/**
 * The time that a page is in a tab. The page holds the lock of the tab's name, and says as it goes that it left: only
 * then may the page that comes next trust what is written.
 */
export class Stay {
  readonly #parts: StayParts;
  #tab: EnteredTab;
  #hold: Hold = { state: 'taken' };
  /** Nobody else can have written, or done anything, in the name of the tab. */
  #isSure: boolean;

  constructor(tab: EnteredTab, parts: StayParts) {
    this.#parts = parts;
    this.#tab = tab;
    this.#isSure = tab.former === undefined;
    parts.page.addEventListener('pagehide', () => this.#leave());
    parts.page.addEventListener('pageshow', (event) => {
      if ('persisted' in event && event.persisted === true) this.#comeBack();
    });
  }

  get tab(): EnteredTab {
    return this.#tab;
  }

  /** Takes the lock, in the end from whoever has it: that is a copy which came while this tab was between two pages. */
  async hold(): Promise<void> {
    if (await this.tryToHold(lingerMs)) return;
    this.#renewLedger();
    this.#hold = await this.#request({ steal: true });
  }

  /** False while somebody has the lock. */
  async tryToHold(waitMs: number): Promise<boolean> {
    this.#hold = await this.#request({ waitMs });
    if (this.#hold.state === 'taken') return false;
    this.#isSure = true;
    return true;
  }

  /** From here on the page is in a tab of this name. */
  rename(tab: EnteredTab, hold: Hold = { state: 'taken' }): void {
    this.#tab = tab;
    this.#hold = hold;
    this.#isSure = hold.state === 'held';
    record(tab, false);
  }

  #request(options: Partial<HoldOptions>): Promise<Hold> {
    return holdTab(this.#tab.tab, this.#parts, { ...options, onLost: () => this.#onLost() });
  }

  #onLost(): void {
    this.#isSure = false;
    this.#renewLedger();
  }

  /** What somebody else has done in the name of the tab is not written here. */
  #renewLedger(): void {
    this.#tab = { ...this.#tab, ledger: newId() };
    record(this.#tab, false);
  }

  /** A page that goes speaks for itself alone: not for one that has come meanwhile, nor for a storage that was emptied. */
  #leave(): void {
    const { storage, tab, page } = this.#tab;
    const written = storage && readTab(storage);
    if (written && written.page !== page) sayLate(storage, page);
    else if (written?.tab === tab && this.#isSure) record({ ...written, storage }, true);
    if (this.#hold.state === 'held') this.#hold.release();
  }

  /** The browser has kept the page. While it was away, others may have been here. */
  #comeBack(): void {
    this.#renewLedger();
    void this.hold();
  }
}

export async function holdTab(
  tab: string,
  { locks, clock }: StayParts,
  options: Partial<HoldOptions> = {},
): Promise<Hold> {
  if (!locks) return { state: 'forbidden' };
  return holdLock(`headless-agent.tab.${tab}`, { locks, clock, waitMs: lingerMs, ...options });
}

/** Whether that page has left this very tab since another one came. */
export function leftLate(storage: TabStorage, page: string): boolean {
  try {
    return storage.getItem(lateKey) === page;
  } catch {
    return false;
  }
}

function sayLate(storage: TabStorage, page: string): void {
  try {
    storage.setItem(lateKey, page);
  } catch {
    // Unsaid, it makes the tab a new one.
  }
}

function record({ storage, ...tab }: Tab & Pick<EnteredTab, 'storage'>, left: boolean): void {
  try {
    if (storage) writeTab(storage, { ...tab, left });
  } catch {
    // Unsaid is as good as unknown: the next page begins a ledger of its own.
  }
}
