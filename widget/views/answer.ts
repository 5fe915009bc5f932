import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { NearView } from '../tab/near-view.ts';
import { growingText } from './growing-text.ts';
import { LightElement } from './light-element.ts';

type Markdown = typeof import('../markdown/markdown.ts');

// A mark, an address, or more than one line. Whatever else is in a text looks the same without markdown.
const marked = /[*_`~|[\\<&$#\n]|^\s*[-+>]|^\s*\d+[.)] |:\//;

let reader: Markdown | undefined;
let loading: Promise<Markdown> | undefined;

/** What the agent said: plain text until a mark is in it and the chunk that reads marks is there. */
export class Answer extends LightElement {
  static override properties: PropertyDeclarations = {
    text: { attribute: false },
    streaming: { attribute: false },
  };

  declare text: string;
  /** More of the text may come. */
  declare streaming: boolean;
  readonly #near = new NearView(this);
  #isMarked = false;

  constructor() {
    super();
    this.text = '';
    this.streaming = false;
  }

  protected override willUpdate(): void {
    // What begins as markdown never changes from one to the other. What is far from being seen stays plain until it
    // comes near: it can be found and copied, and costs next to nothing.
    if (this.#isMarked || !this.#near.isNear) return;
    this.#isMarked = reader !== undefined && !this.hasUpdated;
    if (this.#isMarked || !marked.test(this.text)) return;
    if (reader) this.#isMarked = true;
    else this.#load();
  }

  protected override render(): TemplateResult {
    if (reader && this.#isMarked) return html`${reader.markdown(this.text, this.streaming)}`;
    return html`<div class="content" part="content" dir="auto" ${growingText(this.text)}></div>`;
  }

  #load(): void {
    loading ??= import('../markdown/markdown.ts');
    loading.then(
      (loaded) => {
        reader = loaded;
        this.requestUpdate();
      },
      // It stays plain text. The next answer tries again.
      () => (loading = undefined),
    );
  }
}
