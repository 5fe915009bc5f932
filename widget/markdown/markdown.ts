import { html, noChange, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type ChildPart } from 'lit/directive.js';
import { keyed } from 'lit/directives/keyed.js';
import { markdown as sheet } from '../styles/markdown.ts';
import { isFar, whenNear } from '../tab/near-view.ts';
import { topView } from './block-view.ts';
import { MarkdownDocument } from './document.ts';
import { growingBlocks } from './growing.ts';

/**
 * Draws a text in markdown while it grows. A text that is another one is drawn anew. One that is complete and far from
 * being seen stays plain until it comes near: it can be found and copied, and costs next to nothing.
 */
class Markdown extends AsyncDirective {
  #document = new MarkdownDocument();
  #around: Element | undefined;
  #isPlain = false;
  #plain = '';
  #callOff = (): void => {};
  #text = '';
  #isOver = false;

  override render(text: string, isGrowing: boolean): TemplateResult | typeof noChange {
    if (this.#isOver && text === this.#text) return noChange;
    if (this.#isOver || !text.startsWith(this.#text)) {
      this.#document = new MarkdownDocument();
      this.#text = '';
    }
    this.#document.write(text.slice(this.#text.length));
    this.#text = text;
    this.#isOver = !isGrowing;
    if (!isGrowing) this.#document.end();
    const { blocks } = this.#document;
    return html`${keyed(
      this.#document,
      html`<div class="markdown" part="content markdown">${growingBlocks(blocks, topView)}</div>`,
    )}`;
  }

  override update({ parentNode }: ChildPart, [text, isGrowing]: [string, boolean]): unknown {
    adopt(parentNode.getRootNode());
    const isNew = this.#text === '' && !this.#around;
    if (parentNode instanceof Element) this.#around = parentNode;
    if (isNew) this.#isPlain = !isGrowing && this.#around !== undefined && isFar(this.#around);
    if (isGrowing) this.#isPlain = false;
    if (!this.#isPlain) return this.render(text, isGrowing);
    this.#wait(text);
    return html`<div class="content" part="content" dir="auto">${text}</div>`;
  }

  override disconnected(): void {
    this.#callOff();
  }

  override reconnected(): void {
    if (this.#isPlain) this.#wait(this.#plain);
  }

  #wait(text: string): void {
    this.#plain = text;
    this.#callOff();
    if (!this.#around) return;
    this.#callOff = whenNear(this.#around, () => {
      this.#isPlain = false;
      this.setValue(this.render(text, false));
    });
  }
}

/** The style sheet comes with the first text that needs it. */
function adopt(root: Node): void {
  const { styleSheet } = sheet;
  if (!(root instanceof ShadowRoot) || !styleSheet || root.adoptedStyleSheets.includes(styleSheet)) return;
  root.adoptedStyleSheets.push(styleSheet);
}

/** A text in markdown. `isGrowing` while more of it may come. */
export const markdown = directive(Markdown);
