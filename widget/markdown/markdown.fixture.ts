import { html, render } from 'lit';
import { defineCard } from '../views/define-card.ts';
import { markdown } from './markdown.ts';

// It brings the words.
defineCard();

/** A place in a shadow root where a text in markdown is drawn. */
export class Page {
  readonly host = document.createElement('div');
  readonly #root = this.host.attachShadow({ mode: 'open' });

  constructor() {
    document.body.append(this.host);
  }

  draw(text: string, isGrowing: boolean): void {
    render(html`${markdown(text, isGrowing)}`, this.#root);
  }

  get markdown(): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>('.markdown');
    if (!found) throw new Error('There is no markdown.');
    return found;
  }

  find(selector: string): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`Nothing matches ${selector}.`);
    return found;
  }

  all(selector: string): readonly HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>(selector)];
  }
}

/** A tree as text, without the comments and the white space that a template leaves. */
export function outline(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return '';
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${value}"`).join('');
  const content = [...node.childNodes].map(outline).join('').trim();
  return `<${node.localName}${attributes}>${content}</${node.localName}>`;
}

/** The words that are to be read, without white space. */
export function readable(element: Element): string {
  return [...element.childNodes]
    .filter((node) => !(node instanceof Comment))
    .map((node) =>
      node instanceof Element && !node.matches('button') ? readable(node) : node instanceof Text ? node.data : '',
    )
    .join('')
    .replaceAll(/\s+/g, '');
}
