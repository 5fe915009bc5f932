import { newId } from '../../shared/ids.ts';

/** The tab, this load of the page within it, and the name of what the tab remembers of its calls. */
export interface Tab {
  readonly tab: string;
  readonly page: string;
  readonly ledger: string;
}

const key = 'headless-agent.tab';

/** Storage may be forbidden (a sandboxed frame, a strict setting): the tab then lives as long as the page. */
export function currentTab(open: () => Storage = () => sessionStorage): Tab {
  const page = newId();
  try {
    const storage = open();
    const tab = storage.getItem(key) ?? newId();
    storage.setItem(key, tab);
    return { tab, page, ledger: page };
  } catch {
    return { tab: newId(), page, ledger: page };
  }
}
