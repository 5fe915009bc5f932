import * as z from 'zod/mini';
import { newId } from '../../shared/ids.ts';
import { decode } from '../../shared/protocol.ts';

/** The tab, this load of the page within it, and the name of what the tab remembers of its calls. */
export interface Tab {
  readonly tab: string;
  readonly page: string;
  readonly ledger: string;
}

export interface EnteredTab extends Tab {
  /** The storage knew the tab: it was here before, or it is a copy of one that is still there. */
  readonly isReturning: boolean;
  /**
   * The page that was here before and has not said that it left: it was killed, it is just going, or it lives on in
   * the tab that this one is a copy of.
   */
  readonly former: string | undefined;
  /** Missing where the browser forbids it (a sandboxed frame, a strict setting): the tab then lives as long as the page. */
  readonly storage: TabStorage | undefined;
}

/** What this package uses of sessionStorage. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const tabRecord = z.strictObject({
  tab: z.string(),
  page: z.string(),
  ledger: z.string(),
  /**
   * Said by the page as it goes. One that could not say it was killed, and a browser that died may bring back a
   * storage of some moments before: what is missing there may have happened.
   */
  left: z.boolean(),
});

export type TabRecord = z.infer<typeof tabRecord>;

// A frame shares the storage of the page around it, and is another page. Node, which may import this, has neither.
const key = `headless-agent.tab${typeof top === 'undefined' || self === top ? '' : location.pathname}`;

/** Enters the tab anew, once for each load of a page. */
export function enterTab(open: () => TabStorage = () => sessionStorage): EnteredTab {
  const page = newId();
  try {
    const storage = open();
    const before = readTab(storage);
    const tab = { tab: before?.tab ?? newId(), page, ledger: before?.left ? before.ledger : newId() };
    writeTab(storage, { ...tab, left: false });
    return { ...tab, isReturning: before !== undefined, former: before?.left ? undefined : before?.page, storage };
  } catch {
    return { tab: newId(), page, ledger: newId(), isReturning: false, former: undefined, storage: undefined };
  }
}

let entered: EnteredTab | undefined;

/** The one tab that all elements of a page are in. */
export function currentTab(): EnteredTab {
  return (entered ??= enterTab());
}

/** Undefined when nothing is written there that can be read. */
export function readTab(storage: TabStorage): TabRecord | undefined {
  try {
    return decode(tabRecord, storage.getItem(key) ?? '');
  } catch {
    return undefined;
  }
}

/** @throws what the storage throws when it is full. */
export function writeTab(storage: TabStorage, { tab, page, ledger, left }: TabRecord): void {
  storage.setItem(key, JSON.stringify({ tab, page, ledger, left }));
}
