import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Focused {
  readonly root: () => ShadowRoot | null;
  /** Resolves once what was asked for is drawn. */
  readonly drawn: () => Promise<unknown>;
  readonly focusComposer: () => void;
}

/**
 * When the card or button that had the focus is gone, the next question gets it: its words, never a button.
 * Without one the composer does.
 */
export class FocusController implements ReactiveController {
  readonly #focused: Focused;
  #active: Element | null | undefined;

  constructor(host: ReactiveControllerHost, focused: Focused) {
    this.#focused = focused;
    host.addController(this);
  }

  /** Before the drawing, which may take the focused button away. */
  hostUpdate(): void {
    this.#active = this.#focused.root()?.activeElement;
  }

  hostUpdated(): void {
    if (this.#active) void this.#giveBack(this.#active);
  }

  async #giveBack(active: Element): Promise<void> {
    await this.#focused.drawn();
    const root = this.#focused.root();
    if (active.isConnected || root?.activeElement) return;
    const next = root?.querySelector<HTMLElement>('.card-title');
    if (next) return next.focus();
    // On a phone it would open the keyboard over what the person wants to see.
    if (!matchMedia('(pointer: coarse)').matches) this.#focused.focusComposer();
  }
}
