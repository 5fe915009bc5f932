import { LitElement } from 'lit';
import { inWordsOf } from '../strings/words.ts';

/** A part of the element. It renders into the one shadow root around it, so that parts, slots and ids work. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override performUpdate(): void {
    inWordsOf(this, () => super.performUpdate());
  }
}
