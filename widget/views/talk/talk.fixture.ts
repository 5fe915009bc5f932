import { nextFrame } from '@open-wc/testing';
import { definePanelFixture, PanelFixture } from '../panel.fixture.ts';
import type { PanelState } from '../panel.ts';

/** A panel with what a test asks of it. */
export interface Talk {
  readonly panel: PanelFixture;
  readonly show: (change: Partial<PanelState>) => Promise<void>;
  readonly find: (selector: string) => HTMLElement;
  readonly all: (selector: string) => readonly HTMLElement[];
  /** The text of each, on one line. */
  readonly texts: (selector: string) => readonly string[];
  readonly input: () => HTMLTextAreaElement;
}

/** @param before what to do with the panel before it is in the page */
export async function mountTalk(
  state: Partial<PanelState> = {},
  before: (panel: PanelFixture) => void = () => {},
): Promise<Talk> {
  definePanelFixture();
  const panel = new PanelFixture();
  before(panel);
  document.body.append(panel);
  const root = (): ShadowRoot => {
    if (!panel.shadowRoot) throw new Error('The panel has no shadow root.');
    return panel.shadowRoot;
  };
  const all = (selector: string): readonly HTMLElement[] => [...root().querySelectorAll<HTMLElement>(selector)];
  const find = (selector: string): HTMLElement => {
    const found = root().querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`Nothing matches ${selector}.`);
    return found;
  };
  const show = async (change: Partial<PanelState>): Promise<void> => {
    await panel.show(change);
    // What looks at the layout does so in the next frame, and draws in the one after.
    await nextFrame();
    await nextFrame();
  };
  await show(state);
  return {
    ...{ panel, show, find, all },
    texts: (selector) => all(selector).map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()),
    input: () => {
      const input = find('textarea');
      if (!(input instanceof HTMLTextAreaElement)) throw new Error('There is no composer.');
      return input;
    },
  };
}
