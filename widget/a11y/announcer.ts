/** One thing said to a screen reader. A new id is a new announcement, even of the same words. */
export interface Line {
  readonly id: number;
  readonly text: string;
}

export type Urgency = 'polite' | 'assertive';

/** What was said last; enough for a reader that is slow to notice. */
const keptLines = 3;
const maxChars = 1_000;

/**
 * Collects what a screen reader should say. The transcript itself is silent, because a live transcript
 * would be read again at each piece of text.
 */
export class Announcer {
  #lastId = 0;
  #lines: Readonly<Record<Urgency, readonly Line[]>> = { polite: [], assertive: [] };

  get lines(): Readonly<Record<Urgency, readonly Line[]>> {
    return this.#lines;
  }

  /** Says a text once, on one line. */
  say(text: string, urgency: Urgency): void {
    const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, maxChars);
    if (!line) return;
    this.#lastId += 1;
    const lines = [...this.#lines[urgency], { id: this.#lastId, text: line }].slice(-keptLines);
    this.#lines = { ...this.#lines, [urgency]: lines };
  }
}
