import { languageOf } from '../strings/language-of.ts';
import { adoptSheet } from './adopt-sheet.ts';
import { isConversationKept } from './kept-conversation.ts';
import { launcherPath, launcherStyle } from './launcher-style.ts';
import { nameIn } from './launcher-names.ts';
import { floats } from './mode.ts';

const tag = 'headless-agent';
const svg = 'http://www.w3.org/2000/svg';

/**
 * Draws the button of each element of the page before the element is loaded, and loads it when the person turns to
 * that button or the page's own. What can't wait loads it at once: an element that is part of the page or open, and a
 * conversation of an earlier page. Once loaded, the element draws its button at the same place and takes over.
 *
 * @param load defines the element; called again when it has failed.
 */
export function launch(load: () => Promise<unknown>): void {
  if (customElements.get(tag)) return;
  const known = new Set<Element>();
  const find = (): void => {
    for (const element of document.querySelectorAll(tag)) {
      if (!known.has(element)) prepare(element, loadOnce);
      known.add(element);
    }
  };
  const observer = new MutationObserver(find);
  const loadOnce = once(async () => {
    await load();
    observer.disconnect();
    // Its own styles have taken the place of ours.
    for (const { shadowRoot } of known) if (shadowRoot) adoptSheet(shadowRoot, launcherStyle);
  });
  observer.observe(document, { childList: true, subtree: true });
  find();
}

/** One load at a time; after one that failed there may be another. */
function once(load: () => Promise<void>): () => Promise<void> {
  let loading: Promise<void> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

function prepare(element: Element, load: () => Promise<void>): void {
  const warm = (): void => void load().catch(warn);
  if (!floats(element.getAttribute('mode'))) return warm();
  // Another copy of this script has been here.
  if (element.shadowRoot) return;
  const root = element.attachShadow({ mode: 'open' });
  const button = drawButton(element);
  const open = async (): Promise<void> => {
    button.ariaBusy = 'true';
    element.toggleAttribute('open', true);
    try {
      await load();
    } catch (error) {
      button.ariaBusy = null;
      element.removeAttribute('open');
      warn(error);
    }
  };
  adoptSheet(root, launcherStyle);
  // The element draws itself before the first node that it finds, which therefore has to stay.
  root.append(document.createComment(''), button);
  if ('showPopover' in button && !button.hidden) {
    button.popover = 'manual';
    button.showPopover();
  }
  followOwnButton(element, button, { warm, open });
  for (const type of ['pointerenter', 'focus']) button.addEventListener(type, warm);
  button.addEventListener('click', () => void open());
  if (element.hasAttribute('open') || isConversationKept()) warm();
}

function drawButton(element: Element): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'launcher';
  button.part.value = 'launcher';
  button.ariaLabel = element.getAttribute('label') || nameIn(languageOf(element).language);
  button.ariaHasPopup = 'dialog';
  button.ariaExpanded = 'false';
  button.toggleAttribute('data-shape', true);
  button.hidden = element.hasAttribute('for');
  const slot = document.createElement('slot');
  slot.name = 'launcher';
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', launcherPath);
  picture.append(path);
  slot.append(picture);
  button.append(slot);
  return button;
}

interface Intent {
  readonly warm: () => void;
  readonly open: () => Promise<void>;
}

/** Until the element takes over. The page's button may come later than this. */
function followOwnButton(element: Element, button: HTMLButtonElement, { warm, open }: Intent): void {
  const listen = (type: string, act: () => void): void => {
    const onEvent = (event: Event): void => {
      if (!button.isConnected) return document.removeEventListener(type, onEvent);
      const id = element.getAttribute('for');
      const isMeant = (target: EventTarget): boolean => target instanceof Element && target.id === id;
      if (id && !event.defaultPrevented && event.composedPath().some(isMeant)) act();
    };
    document.addEventListener(type, onEvent);
  };
  listen('pointerover', warm);
  listen('focusin', warm);
  listen('click', () => void open());
}

function warn(error: unknown): void {
  console.error('headless-agent: the element could not be loaded.', error);
}
