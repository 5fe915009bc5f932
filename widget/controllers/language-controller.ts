import { LitElement, type ReactiveController } from 'lit';
import { languageOf } from '../strings/language-of.ts';
import { languages, loadLanguage, makers } from '../strings/languages.ts';
import { english, inWordsOf, wordsFor, type Words } from '../strings/words.ts';

/** Gives the element its words: in English at once, in the language around it as soon as that is loaded. */
export class LanguageController implements ReactiveController {
  readonly #element: LitElement;
  /** What the page has put in the place of our words. */
  readonly #strings: () => unknown;
  #observer: MutationObserver | undefined;
  /** What the words were made of. */
  #sources: readonly unknown[] = [];

  constructor(element: LitElement, strings: () => unknown) {
    this.#element = element;
    this.#strings = strings;
    element.addController(this);
  }

  /** Another language around the element draws it again. */
  hostConnected(): void {
    const redraw = (): void => this.#element.requestUpdate();
    this.#observer = new MutationObserver(redraw);
    for (let root = this.#element.getRootNode(); ; root = root.host.getRootNode()) {
      this.#observer.observe(root, { subtree: true, attributeFilter: ['lang'] });
      if (!(root instanceof ShadowRoot)) break;
    }
    // It may have been moved, and what did not load may load now.
    this.#sources = [];
    redraw();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /**
   * To be awaited before each drawing. A language that is being loaded may take until the browser paints: one that the
   * browser has kept is there by then, and nobody sees English before it.
   */
  async choose(): Promise<void> {
    const loading = this.#choose();
    if (!loading) return;
    await Promise.race([loading, new Promise(requestAnimationFrame)]);
    void this.#choose();
  }

  /** Draws the element in its words. */
  draw(update: () => void): void {
    inWordsOf(this.#element.renderRoot, update);
  }

  /** Takes the words for what is said around the element now, or begins to load them. */
  #choose(): Promise<void> | undefined {
    const { tag, language } = languageOf(this.#element);
    const strings = this.#strings();
    const make = makers.get(language);
    const sources = [tag, make, strings];
    if (sources.every((source, at) => source === this.#sources[at])) return undefined;
    this.#sources = sources;
    // Until a language is there, the words before stay: no English between two others.
    if (!make && (strings || languages.includes(language))) return this.#load(language, sources);
    this.#use(() => make?.({ tag, english, strings }) ?? english);
    return undefined;
  }

  async #load(language: string, sources: readonly unknown[]): Promise<void> {
    try {
      await loadLanguage(language);
    } catch {
      if (this.#sources === sources) this.#use(() => english);
    }
    this.#element.requestUpdate();
  }

  #use(make: () => Words): void {
    const { renderRoot } = this.#element;
    wordsFor(renderRoot, make);
    for (const view of renderRoot.querySelectorAll('*')) if (view instanceof LitElement) view.requestUpdate();
  }
}
