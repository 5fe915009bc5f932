import type { ToolResult } from '../../shared/protocol.ts';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { enterTab, writeTab, type Tab } from '../tab/tab.ts';
import type { AskedCall } from './call-record.ts';
import { Ledger } from './ledger.ts';

export const done: ToolResult = { ok: true, value: 'done' };
export const call: AskedCall = { session: 's1', call: '1.0.0', name: 'cart_add', args: { sku: 'a1' } };

/** Time in this file's pages, in milliseconds. */
export const clock = { now: 1_000_000 };

/** What one element of a page has. */
export function openLedger(storage: FakeStorage, tab: Tab, url = 'https://shop.example.com/cart'): Ledger {
  return new Ledger({ storage, tab, now: () => clock.now, url: () => url });
}

/** Loads a page in a tab; the ledger is the one that it finds there. */
export function loadPage(storage = new FakeStorage(), url = 'https://shop.example.com/cart') {
  const tab = enterTab(() => storage);
  const ledger = openLedger(storage, tab, url);
  return {
    ...{ storage, tab, ledger },
    /** The page after this one. A page that is killed can't say that it leaves. */
    next: (how: 'left' | 'killed' = 'left', nextUrl = url) => {
      if (how === 'left') writeTab(storage, { ...ledger.identity, left: true });
      return loadPage(storage, nextUrl);
    },
  };
}

export type Page = ReturnType<typeof loadPage>;
