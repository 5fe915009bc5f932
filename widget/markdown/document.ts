import type { Block } from './block.ts';
import { BlockParser } from './block-parser.ts';
import { TextCleaner } from './clean-text.ts';

/** So much of a line is read for what it begins. What is longer goes on as text. */
const maxLineChars = 2_000;

/** A text in markdown that grows. What is read once is not read again, but for the line that is being written. */
export class MarkdownDocument {
  readonly #cleaner = new TextCleaner();
  readonly #parser = new BlockParser();
  /** What is not read for good: the line that is not complete, or the rest of it. */
  #line = '';
  /** The line's beginning is read. */
  #isLong = false;
  /** Takes back what of the line is shown. */
  #undo: (() => void) | undefined;

  get blocks(): readonly Block[] {
    return this.#parser.root.children;
  }

  write(piece: string): void {
    this.#take(this.#cleaner.write(piece));
    if (this.#line === '') return;
    const undo = this.#parser.mark();
    if (this.#feed(this.#line, false)) this.#undo = undo;
    else undo();
  }

  /** Nothing comes after it: what is open ends as what it is. */
  end(): void {
    this.#take(this.#cleaner.end());
    if (this.#line !== '' || this.#isLong) this.#take('\n');
    this.#parser.end();
  }

  #take(text: string): void {
    this.#undo?.();
    this.#undo = undefined;
    const lines = (this.#line + text).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      this.#feed(this.#shorten(line), true);
      this.#isLong = false;
    }
    this.#line = this.#shorten(last);
  }

  #feed(line: string, isWhole: boolean): boolean {
    return this.#isLong ? this.#parser.goOn(line, isWhole) : this.#parser.feed(line, isWhole);
  }

  /** Reads what is too long of a line, always at the same places, and returns the rest. */
  #shorten(line: string): string {
    let rest = line;
    while (rest.length > maxLineChars) {
      const begin = /^[^]*[^\s\ud800-\udbff]/.exec(rest.slice(0, maxLineChars))?.[0] ?? rest.slice(0, maxLineChars);
      this.#begin(begin);
      this.#isLong = true;
      rest = rest.slice(begin.length);
    }
    return rest;
  }

  #begin(line: string): void {
    const undo = this.#parser.mark();
    if (this.#feed(line, false)) return;
    undo();
    this.#feed(line, true);
  }
}
