import { LitElement, type ReactiveController } from 'lit';
import { languageOf } from '../strings/language-of.ts';
import { languages, loadLanguage, makers } from '../strings/languages.ts';
import { english, inWordsOf, wordsFor, type Words } from '../strings/words.ts';

interface Spoken {
  /** What the page has put in the place of our words. */
  readonly strings: () => unknown;
  readonly warn: (sentence: string) => void;
}

/** Gives the element its words: in English at once, in the language around it as soon as that is loaded. */
export class LanguageController implements ReactiveController {
  readonly #element: LitElement;
  readonly #spoken: Spoken;
  #observer: MutationObserver | undefined;
  /** What the words were made of. */
  #sources: readonly unknown[] = [];

  constructor(element: LitElement, spoken: Spoken) {
    this.#element = element;
    this.#spoken = spoken;
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

  /** Draws the element in its words. */
  draw(update: () => void): void {
    const { renderRoot } = this.#element;
    this.#choose(renderRoot);
    inWordsOf(renderRoot, update);
  }

  #choose(root: Node & ParentNode): void {
    const { tag, language } = languageOf(this.#element);
    const { strings, warn } = this.#spoken;
    const make = makers.get(language);
    const sources = [tag, make, strings(), english];
    if (sources.every((source, at) => source === this.#sources[at])) return;
    this.#sources = sources;
    // Until a language is there, the words before stay: no English between two others.
    if (!make && (strings() || languages.includes(language))) this.#load(language, sources);
    else this.#use(make?.({ tag, english, strings: strings(), warn }) ?? english, root);
  }

  #use(table: Words, root: Node & ParentNode): void {
    wordsFor(root, table);
    for (const view of root.querySelectorAll('*')) if (view instanceof LitElement) view.requestUpdate();
  }

  #load(language: string, sources: readonly unknown[]): void {
    const redraw = (): void => this.#element.requestUpdate();
    loadLanguage(language).then(redraw, () => {
      if (this.#sources !== sources) return;
      this.#use(english, this.#element.renderRoot);
      redraw();
    });
  }
}
