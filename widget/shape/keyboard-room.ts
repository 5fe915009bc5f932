/** Less than this is a bar of the browser that comes and goes, no keyboard. */
const leastKeyboardPx = 100;

/**
 * Tells a panel how much of the window the keyboard on the screen leaves: `--_view` is the height that can be seen,
 * `--_keyboard` what is covered below it. A page that is zoomed by two fingers is left alone.
 */
export class KeyboardRoom {
  readonly #panel: () => HTMLElement | null;
  readonly #view: VisualViewport | null;

  constructor(panel: () => HTMLElement | null, view: VisualViewport | null = visualViewport) {
    this.#panel = panel;
    this.#view = view;
  }

  start(): void {
    for (const type of ['resize', 'scroll']) this.#view?.addEventListener(type, this.#measure);
    this.#measure();
  }

  stop(): void {
    for (const type of ['resize', 'scroll']) this.#view?.removeEventListener(type, this.#measure);
  }

  readonly #measure = (): void => {
    const panel = this.#panel();
    const view = this.#view;
    if (!panel || !view) return;
    const covered = view.scale > 1.01 ? 0 : Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
    const hasKeyboard = covered >= leastKeyboardPx;
    panel.toggleAttribute('data-keyboard', hasKeyboard);
    if (!hasKeyboard) {
      panel.style.removeProperty('--_keyboard');
      panel.style.removeProperty('--_view');
      return;
    }
    panel.style.setProperty('--_keyboard', `${covered}px`);
    panel.style.setProperty('--_view', `${Math.round(view.height)}px`);
  };
}
