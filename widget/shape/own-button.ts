import type { News } from './news.ts';

interface Owned {
  /** The element that is opened. */
  readonly element: HTMLElement;
  readonly onPress: () => void;
  /** Another button has come, or none is there any more. */
  readonly onChange: () => void;
}

/** The page's own button that opens the element. It may come late, go, and be replaced. */
export class OwnButton {
  readonly #owned: Owned;
  #id: string | null = null;
  #root: Node | undefined;
  #button: HTMLElement | null = null;
  #observer: MutationObserver | undefined;

  constructor(owned: Owned) {
    this.#owned = owned;
  }

  get element(): HTMLElement | null {
    return this.#button;
  }

  /** Follows the button of this id, in the tree that the element is in. */
  follow(wanted: string | null | undefined): void {
    const id = wanted || null;
    const root = this.#owned.element.getRootNode();
    if (id === this.#id && root === this.#root) return;
    this.stop();
    this.#id = id;
    this.#root = root;
    if (!id) return;
    root.addEventListener('click', this.#onClick);
    this.#observer = new MutationObserver(() => this.#find());
    this.#observer.observe(root, { subtree: true, childList: true, attributeFilter: ['id'] });
    this.#find();
  }

  stop(): void {
    this.#observer?.disconnect();
    this.#root?.removeEventListener('click', this.#onClick);
    this.#leave();
    this.#root = undefined;
    this.#id = null;
  }

  /** Says on the button how things stand, for people who don't see it and for the page's styles. */
  describe(isOpen: boolean, { waiting, unread }: News): void {
    const button = this.#button;
    if (!button) return;
    set(button, 'aria-expanded', String(isOpen));
    set(button, 'data-waiting', waiting > 0 ? String(waiting) : null);
    set(button, 'data-unread', unread > 0 ? String(unread) : null);
  }

  #find(): void {
    const button = this.#id ? this.#lookUp(this.#id) : null;
    if (button === this.#button) return;
    this.#leave();
    this.#button = button;
    const { element, onChange } = this.#owned;
    if (button && element.id) button.setAttribute('aria-controls', element.id);
    // Where the browser takes an element itself, it needs no name.
    if (button) Reflect.set(button, 'ariaControlsElements', [element]);
    button?.setAttribute('aria-haspopup', 'dialog');
    onChange();
  }

  #lookUp(id: string): HTMLElement | null {
    const root = this.#root;
    if (!(root instanceof Document || root instanceof ShadowRoot)) return null;
    const found = root.getElementById(id);
    return found instanceof HTMLElement ? found : null;
  }

  #leave(): void {
    const button = this.#button;
    this.#button = null;
    if (button) Reflect.set(button, 'ariaControlsElements', null);
    for (const name of ['aria-expanded', 'aria-haspopup', 'aria-controls', 'data-waiting', 'data-unread']) {
      button?.removeAttribute(name);
    }
  }

  readonly #onClick = (event: Event): void => {
    // What the page has taken for itself is no press; and a button that came in this very moment is found now.
    this.#find();
    if (this.#button && !event.defaultPrevented && event.composedPath().includes(this.#button)) this.#owned.onPress();
  };
}

function set(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
