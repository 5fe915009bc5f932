import { BrowserLocks } from './browser-locks.ts';
import type { StoredItems } from './page-life.ts';

/** One person's browser: what outlives a page, and what its tabs share. */
export class Browser {
  readonly locks = new BrowserLocks();
  /** localStorage */
  readonly device: StoredItems = new Map();
}
