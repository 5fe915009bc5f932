import { closingTag, mayBeAnyTag, readTag } from './prompted-tag.ts';

/** What ended a call: its closing tag, the tag of something else, or the answer. */
export type BodyEnd = 'closed' | 'wrong-close' | 'open' | 'result' | 'text-end';

/**
 * Finds the end of one call, character by character. Knows the strings of JSON: a closing tag inside
 * one is data. Looks at no character twice.
 */
export class CallBody {
  readonly #nonce: string | undefined;
  #text = '';
  #isBlank = true;
  /** Tag characters that are not decided yet. */
  #held = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasValue = false;
  /** Tags instead of JSON: quotes mean nothing. */
  #isMarkup = false;
  /** Opened twice, or by a tag that was not quite right. */
  #isOdd: boolean;

  constructor(nonce: string | undefined, isExact: boolean) {
    this.#nonce = nonce;
    this.#isOdd = !isExact;
  }

  get text(): string {
    return this.#text;
  }

  get isOdd(): boolean {
    return this.#isOdd;
  }

  /** True when at least one JSON value is whole and no other is open. */
  get isWhole(): boolean {
    return this.#hasValue && this.#depth === 0 && !this.#isInString;
  }

  push(char: string): BodyEnd | undefined {
    if (this.#held !== '') return this.#pushToTag(char);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\' && !this.#isMarkup) this.#isEscaped = true;
    else if (char === '"' && !this.#isMarkup) this.#isInString = !this.#isInString;
    else if (!this.#isInString) {
      if (char === '<') {
        this.#held = char;
        return undefined;
      }
      this.#count(char);
    }
    this.#keep(char);
    return undefined;
  }

  /**
   * The answer is over. A string with an odd quote in it may have swallowed the closing tag and all that came
   * after: the call then ends at that tag, and the rest is returned, to be read again.
   */
  finish(): string {
    const isTornTag = this.#held.startsWith('</');
    if (this.#held !== '' && !isTornTag) this.#release(this.#held);
    this.#held = '';
    const at = this.#isInString ? this.#text.indexOf(closingTag) : -1;
    if (at < 0) return '';
    const rest = this.#text.slice(at + closingTag.length);
    this.#text = this.#text.slice(0, at);
    return rest;
  }

  #keep(text: string): void {
    this.#text += text;
    this.#isBlank &&= text.trim() === '';
  }

  #count(char: string): void {
    if (char === '{' || char === '[') this.#depth += 1;
    else if (char === '}' || char === ']') {
      this.#depth = Math.max(0, this.#depth - 1);
      if (this.#depth === 0) this.#hasValue = true;
    }
  }

  #pushToTag(char: string): BodyEnd | undefined {
    const tag = this.#held + char;
    if (char === '>') {
      this.#held = '';
      return this.#takeTag(tag);
    }
    if (mayBeAnyTag(tag)) {
      this.#held = tag;
      return undefined;
    }
    this.#release(this.#held);
    return this.push(char);
  }

  /** It was no tag: what follows its `<` means what it always means. */
  #release(text: string): void {
    this.#held = '';
    this.#keep('<');
    for (const char of text.slice(1)) this.push(char);
  }

  #takeTag(text: string): BodyEnd | undefined {
    const { kind } = readTag(text, this.#nonce);
    if (kind === 'close') return 'closed';
    if (kind === 'result') return 'result';
    if (kind === 'open' && !this.#isBlank) return 'open';
    if (text.startsWith('</') && this.isWhole) return 'wrong-close';
    if (kind === 'open') this.#isOdd = true;
    else this.#keepTag(text);
    return undefined;
  }

  /** A call that begins with a tag is written in tags. */
  #keepTag(text: string): void {
    this.#isMarkup ||= this.#isBlank;
    if (this.#isMarkup) this.#keep(text);
    else this.#release(text);
  }
}
