import { noChange } from 'lit';
import { directive, Directive, type ChildPart, type PartInfo, PartType } from 'lit/directive.js';
import { insertPart, removePart, setChildPartValue } from 'lit/directive-helpers.js';
import type { Block } from './block.ts';

/** Appends to the text node that is there: setting its whole text would drop the person's selection. */
class GrowingText extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.CHILD) throw new TypeError('growing belongs between tags.');
  }

  override render(text: string): unknown {
    return text;
  }

  override update(part: ChildPart, [text]: [string]): unknown {
    const node = part.startNode?.nextSibling;
    if (!(node instanceof Text) || node === part.endNode) return text;
    if (text.startsWith(node.data)) node.appendData(text.slice(node.data.length));
    else node.data = text;
    return noChange;
  }
}

/** Draws blocks one after the other, and none again once it is done. */
class GrowingBlocks extends Directive {
  readonly #parts: ChildPart[] = [];
  #done = 0;

  override render(_blocks: readonly Block[], _view: (block: Block) => unknown): unknown {
    return noChange;
  }

  override update(part: ChildPart, [blocks, view]: [readonly Block[], (block: Block) => unknown]): unknown {
    while (this.#parts.length > blocks.length) {
      const last = this.#parts.pop();
      if (last) removePart(last);
    }
    for (const [at, block] of blocks.slice(this.#done).entries()) {
      const child = (this.#parts[this.#done + at] ??= insertPart(part));
      setChildPartValue(child, view(block));
    }
    while (blocks[this.#done]?.done) this.#done += 1;
    return noChange;
  }
}

/** A text that grows, at a place of its own. */
export const growingText = directive(GrowingText);
/** Blocks of which only the last ones change. */
export const growingBlocks = directive(GrowingBlocks);
