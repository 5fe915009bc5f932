import { enShape } from '../strings/en-shape.ts';
import { learn } from '../strings/words.ts';
import { adoptSheet } from './adopt-sheet.ts';
import { CloseButton } from './close-button.ts';
import { densityStyle } from './density-style.ts';
import { focused, mayTakeFocus } from './focus.ts';
import { Handle } from './handle.ts';
import { KeyboardRoom } from './keyboard-room.ts';
import { Launcher } from './launcher.ts';
import { isConversationKept } from './kept-conversation.ts';
import { launcherStyle } from './launcher-style.ts';
import { floats, type By } from './mode.ts';
import { NewsCounter } from './news.ts';
import { OwnButton } from './own-button.ts';
import { panelStyle } from './panel-style.ts';
import type { ShapedElement, ShapeState } from './shape-host.ts';
import { keepLifted, lift, lower } from './top-layer.ts';

learn({ shape: enShape });

const views = {
  'headless-agent-launcher': Launcher,
  'headless-agent-close': CloseButton,
  'headless-agent-handle': Handle,
} as const;

for (const [tag, view] of Object.entries(views)) if (!customElements.get(tag)) customElements.define(tag, view);

/** What an element that floats has besides its panel, and what opens and closes it. */
export class Shape {
  /** A conversation of an earlier page may go on, even where nobody opens the panel. */
  readonly isExpected = isConversationKept();
  readonly #element: ShapedElement;
  readonly #root: ShadowRoot;
  readonly #state: () => ShapeState;
  readonly #launcher = new Launcher();
  readonly #close = new CloseButton();
  readonly #handle = new Handle();
  readonly #button: OwnButton;
  readonly #keyboard = new KeyboardRoom(() => this.#panel);
  readonly #news = new NewsCounter();
  #panel: HTMLElement | null = null;
  #isOpen = false;
  #by: By = 'page';

  constructor(element: ShapedElement, state: () => ShapeState) {
    const root = element.shadowRoot;
    if (!root) throw new TypeError('Shape: the element has no shadow root.');
    const toggle = (): void => this.#set(!element.open);
    const close = (): void => this.#set(false);
    this.#element = element;
    this.#root = root;
    this.#state = state;
    this.#button = new OwnButton({ element, onPress: toggle, onChange: () => this.update() });
    this.#launcher.toggleAttribute('data-shape', true);
    this.#launcher.onPress = toggle;
    this.#close.onPress = close;
    this.#handle.onClose = close;
    root.addEventListener('keydown', this.#onKey);
    for (const style of [densityStyle, launcherStyle, panelStyle]) adoptSheet(root, style);
  }

  /** To be called after each drawing of the element. */
  update(): void {
    const { mode, open } = this.#element;
    if (!floats(mode)) return this.#undress();
    this.#dress();
    this.#button.follow(this.#element.for);
    this.#tell();
    // A card and its buttons are seen as a whole, or the person can't decide.
    if (this.#state().snapshot.asks.length > 0) this.#handle.grow();
    if (open !== this.#isOpen) this.#turn(open);
  }

  /** The element has left the page. It may come back. */
  disconnect(): void {
    this.#button.stop();
    this.#keyboard.stop();
  }

  /** Leaves the element as it is without a shape. */
  #undress(): void {
    this.disconnect();
    this.#isOpen = false;
    for (const part of [this.#launcher, this.#close, this.#handle]) part.remove();
    if (!this.#panel) return;
    lower(this.#panel);
    for (const name of ['data-shape', 'role', 'tabindex']) this.#panel.removeAttribute(name);
    this.#panel = null;
  }

  /** Puts the parts where they belong. A panel that was drawn anew has lost them. */
  #dress(): void {
    const panel = this.#root.querySelector<HTMLElement>('.base');
    if (!this.#launcher.isConnected || this.#launcher.parentNode !== this.#root) this.#takeOver();
    if (panel && this.#isOpen) keepLifted(panel);
    if (!panel || panel === this.#panel) return;
    this.#panel = panel;
    this.#handle.panel = panel;
    panel.toggleAttribute('data-shape', true);
    panel.setAttribute('role', 'dialog');
    panel.tabIndex = -1;
    panel.prepend(this.#handle);
    panel.querySelector('.header')?.append(this.#close);
  }

  /** From the button of the launcher's script, if there is one: it stands at the same place. */
  #takeOver(): void {
    const root = this.#root;
    const former = root.querySelector('button[data-shape]');
    const hadFocus = former !== null && former === root.activeElement;
    if (former?.ariaBusy === 'true') this.#by = 'person';
    former?.remove();
    root.append(this.#launcher);
    if (hadFocus) void this.#launcher.updateComplete.then(() => this.#isOpen || this.#launcher.focus());
  }

  #tell(): void {
    const { open, for: button } = this.#element;
    const { label, snapshot } = this.#state();
    const news = this.#news.count(snapshot, open);
    this.#launcher.label = label;
    this.#launcher.isOpen = open;
    this.#launcher.isOwn = !button;
    if (news.waiting !== this.#launcher.news.waiting || news.unread !== this.#launcher.news.unread) {
      this.#launcher.news = news;
    }
    this.#button.describe(open, news);
  }

  #turn(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (isOpen) this.#show();
    else void this.#hide();
    const detail = { by: this.#by };
    this.#by = 'page';
    this.#element.dispatchEvent(new CustomEvent(isOpen ? 'ha-show' : 'ha-hide', { detail, bubbles: true }));
  }

  #show(): void {
    const panel = this.#panel;
    if (!panel) return;
    this.#place(panel);
    // What moves into another layer forgets how far it was scrolled.
    const list = panel.querySelector('.list');
    const top = list?.scrollTop ?? 0;
    lift(panel);
    if (list) list.scrollTop = top;
    this.#keyboard.start();
    if (mayTakeFocus()) this.#focus(panel);
  }

  /** The next question gets the focus, else the composer; on a phone that would open the keyboard unasked. */
  #focus(panel: HTMLElement): void {
    const question = panel.querySelector<HTMLElement>('.card-title');
    if (question) question.focus();
    else if (matchMedia('(pointer: coarse)').matches) panel.focus();
    else this.#element.focus();
  }

  async #hide(): Promise<void> {
    this.#keyboard.stop();
    const hadFocus = this.#panel?.contains(focused());
    await this.#launcher.updateComplete;
    if (this.#isOpen || !hadFocus) return;
    (this.#button.element ?? this.#launcher).focus();
  }

  /** On which sides of the window it stands. */
  #place(panel: HTMLElement): void {
    const placement = this.#element.placement ?? '';
    const isStart = placement.includes('start');
    const isRtl = getComputedStyle(this.#element).direction === 'rtl';
    panel.setAttribute('data-side', isStart === isRtl ? 'right' : 'left');
    panel.setAttribute('data-edge', placement.startsWith('top') ? 'top' : 'bottom');
  }

  #set(isOpen: boolean): void {
    this.#by = 'person';
    this.#element.open = isOpen;
  }

  /** Escape closes the panel that has the focus, and never what is in it: a question stays open until it is answered. */
  readonly #onKey = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.defaultPrevented || event.isComposing)
      return;
    const { target } = event;
    if (!this.#isOpen || this.#state().snapshot.asks.length > 0) return;
    if (!(target instanceof Element) || !this.#panel?.contains(target) || target.closest('dialog, .hem-text')) return;
    event.stopPropagation();
    this.#set(false);
  };
}
