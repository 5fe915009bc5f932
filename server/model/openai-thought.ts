import type { Delta } from './attempts.ts';

const opening = '<think>';
const closing = '</think>';

/**
 * Parts the thought that some servers leave at the head of a text, between tags, from the answer that
 * follows. Tags further on are words like any others.
 */
export class LeadingThought {
  #state: 'head' | 'thought' | 'text' = 'head';
  /** What may still turn out to be a tag. */
  #held = '';

  /** What is sure by this piece. */
  push(piece: string): Delta[] {
    const text = this.#held + piece;
    this.#held = '';
    if (this.#state === 'head') return this.#readHead(text);
    return this.#state === 'thought' ? this.#readThought(text) : deltas('text', text);
  }

  /** What was held back. */
  end(): Delta[] {
    const held = this.#held;
    this.#held = '';
    return deltas(this.#state === 'thought' ? 'thought' : 'text', held);
  }

  #readHead(text: string): Delta[] {
    const words = text.trimStart();
    if (words.length < opening.length && opening.startsWith(words)) {
      this.#held = text;
      return [];
    }
    if (!words.startsWith(opening)) {
      this.#state = 'text';
      return deltas('text', text);
    }
    this.#state = 'thought';
    return this.#readThought(words.slice(opening.length));
  }

  #readThought(text: string): Delta[] {
    const end = text.indexOf(closing);
    if (end < 0) {
      const sure = text.length - heldChars(text);
      this.#held = text.slice(sure);
      return deltas('thought', text.slice(0, sure));
    }
    this.#state = 'text';
    return [...deltas('thought', text.slice(0, end)), ...deltas('text', text.slice(end + closing.length).trimStart())];
  }
}

/** How many characters at the end of a thought may be the beginning of its end. */
function heldChars(text: string): number {
  const from = text.lastIndexOf('<');
  return from >= 0 && closing.startsWith(text.slice(from)) ? text.length - from : 0;
}

function deltas(type: Delta['type'], text: string): Delta[] {
  return text === '' ? [] : [{ type, text }];
}
