/** What a page of tab.fixture.html says of itself. */
export interface TabPage {
  readonly tab: string;
  readonly page: string;
  readonly ledger: string;
  readonly isCopy: boolean;
  readonly isReturning: boolean;
  readonly found: string;
}

const address = new URL('tab.fixture.html', import.meta.url);

/** The next page that says something, whichever window it is in. */
export function nextPage(): Promise<TabPage> {
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent<{ tabPage?: TabPage } | undefined>): void => {
      if (!data?.tabPage) return;
      removeEventListener('message', hear);
      resolve(data.tabPage);
    };
    addEventListener('message', hear);
  });
}

/** A frame in which pages of one tab follow each other. */
export function openFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = address.href;
  document.body.append(frame);
  return frame;
}

/** A window whose storage is a copy of this one's. Null where the browser opens none. */
export function openCopy(): Window | null {
  return open(address.href);
}
