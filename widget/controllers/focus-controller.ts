import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Focused {
  readonly root: () => ShadowRoot | null;
  /** Resolves once what was asked for is drawn. */
  readonly drawn: () => Promise<unknown>;
  readonly focusComposer: () => void;
}

/** Gives the focus back to the composer when the card or button that had it is gone. */
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
    if (active.isConnected || this.#focused.root()?.activeElement) return;
    // On a phone it would open the keyboard over what the person wants to see.
    if (!matchMedia('(pointer: coarse)').matches) this.#focused.focusComposer();
  }
}
