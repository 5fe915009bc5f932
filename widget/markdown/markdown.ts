import { html, noChange, type TemplateResult } from 'lit';
import { directive, Directive, type ChildPart } from 'lit/directive.js';
import { keyed } from 'lit/directives/keyed.js';
import { markdown as sheet } from '../styles/markdown.ts';
import { topView } from './block-view.ts';
import { MarkdownDocument } from './document.ts';
import { growingBlocks } from './growing.ts';

/** Draws a text in markdown while it grows. A text that is another one is drawn anew. */
class Markdown extends Directive {
  #document = new MarkdownDocument();
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

  override update(part: ChildPart, [text, isGrowing]: [string, boolean]): unknown {
    adopt(part.parentNode.getRootNode());
    return this.render(text, isGrowing);
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
