import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { words } from '../strings/words.ts';
import { growingText } from './growing-text.ts';
import { LightElement } from './light-element.ts';

/** What the model thought, folded into one line. Nothing announces it: it is no part of the answer. */
export class Thought extends LightElement {
  static override properties: PropertyDeclarations = { text: { attribute: false } };

  declare text: string;

  constructor() {
    super();
    this.text = '';
  }

  protected override render(): TemplateResult {
    return html`<details part="thought">
      <summary>${words.thinking}</summary>
      <div dir="auto" ${growingText(this.text)}></div>
    </details>`;
  }
}
