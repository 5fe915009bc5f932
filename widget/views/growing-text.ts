import { noChange } from 'lit';
import { directive, Directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

/** Keeps one text node and appends to it: assigning its whole text would drop the person's selection. */
class GrowingText extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new TypeError('growingText belongs on an element.');
  }

  override render(_text: string): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [text]: [string]): typeof noChange {
    const node = part.element.firstChild;
    if (node instanceof Text && text.startsWith(node.data)) node.appendData(text.slice(node.data.length));
    else part.element.textContent = text;
    return noChange;
  }
}

/** Shows a text that grows. */
export const growingText = directive(GrowingText);
