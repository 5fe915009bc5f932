import type { PropertyDeclarations, ReactiveController } from 'lit';
import type { ShapedElement, ShapeState } from '../shape/shape-host.ts';
import type { Shape } from '../shape/shape.ts';

export const shapeProperties: PropertyDeclarations = {
  mode: { reflect: true, useDefault: true },
  open: { type: Boolean, reflect: true },
  for: {},
  placement: { reflect: true },
  density: { reflect: true },
};

/** Loads what an element that isn't simply part of the page needs, and lets it follow each drawing. */
export class ShapeController implements ReactiveController {
  readonly #element: ShapedElement;
  readonly #state: () => ShapeState;
  #shape: Shape | undefined;
  #isLoading = false;

  constructor(element: ShapedElement, state: () => ShapeState) {
    this.#element = element;
    this.#state = state;
    element.mode = 'inline';
    element.open = false;
    element.addController(this);
  }

  /** A closed element need not connect, unless a conversation is to go on. */
  get isWanted(): boolean {
    return !this.#floats || this.#element.open || this.#shape?.isExpected === true;
  }

  hostUpdated(): void {
    this.#shape?.update();
    if (this.#floats || this.#element.density === 'compact') void this.#load();
  }

  hostDisconnected(): void {
    this.#shape?.disconnect();
  }

  get #floats(): boolean {
    return !['inline', 'none'].includes(this.#element.mode);
  }

  async #load(): Promise<void> {
    if (this.#shape || this.#isLoading) return;
    this.#isLoading = true;
    const element = this.#element;
    try {
      const { Shape } = await import('../shape/shape.ts');
      this.#shape = new Shape(element, this.#state);
      element.requestUpdate();
    } catch {
      // The next drawing tries again.
      this.#isLoading = false;
    }
  }
}
