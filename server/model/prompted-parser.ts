import type { ModelTool } from './model.ts';
import { CallBody, type BodyEnd } from './prompted-body.ts';
import { Prose } from './prompted-prose.ts';
import { isBlank, readBody, type SourcedReading } from './prompted-read.ts';
import { mayBeTag, readTag } from './prompted-tag.ts';

export type ParserEvent =
  | { readonly type: 'text' | 'thought'; readonly text: string }
  | { readonly type: 'call'; readonly reading: SourcedReading };

export interface ParserOptions {
  /** The nonce of the tags; left out, tags without one are calls. */
  readonly nonce?: string | undefined;
  /** Their schemas tell a number from a text. Names are not checked. */
  readonly tools?: readonly ModelTool[];
}

/**
 * Takes an answer apart as it comes: words, thoughts and calls. The outcome does not depend on how the
 * answer is cut into pieces; no character is looked at twice, but for a call that never ends; and no piece
 * of a tag gets among the words. Words after the first call are dropped: the model made them up before it knew a result.
 */
export class PromptedParser {
  readonly #nonce: string | undefined;
  readonly #tools: ReadonlyMap<string, ModelTool>;
  #prose = new Prose();
  #body: CallBody | undefined;
  /** Characters of a tag that is not whole yet. */
  #tag = '';
  #words = '';
  /** Blanks are shown once a word follows them. */
  #blanks = '';
  #hasWords = false;
  #thought = '';
  #isThinking = false;
  #hasCall = false;
  #isDone = false;
  #events: ParserEvent[] = [];

  constructor({ nonce, tools = [] }: ParserOptions = {}) {
    this.#nonce = nonce;
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  /** True once nothing that follows can matter: the model has begun to write results itself. */
  get isDone(): boolean {
    return this.#isDone;
  }

  push(text: string): ParserEvent[] {
    this.#pushAll(text);
    this.#flush(false);
    return this.#events.splice(0);
  }

  /** @param isCut the model was stopped before it was done. */
  end(isCut = false): ParserEvent[] {
    while (this.#body) {
      const rest = this.#body.finish();
      this.#endCall(rest === '' ? 'text-end' : 'wrong-close', isCut && rest === '');
      this.#pushAll(rest);
    }
    // A lone bracket can be a word; more of a tag than that is a torn tag.
    if (this.#tag === '<' && !isCut) this.#releaseTag();
    this.#tag = '';
    this.#flush(true);
    return this.#events.splice(0);
  }

  #pushAll(text: string): void {
    for (let at = 0; at < text.length && !this.#isDone; at += 1) this.#push(text.charAt(at));
  }

  #push(char: string): void {
    if (this.#body) return this.#pushToBody(char);
    if (this.#tag !== '') return this.#pushToTag(char);
    if (char === '<' && (this.#isThinking || !this.#prose.isVerbatim(char))) {
      this.#tag = char;
      return;
    }
    this.#say(char);
  }

  #pushToBody(char: string): void {
    const end = this.#body?.push(char);
    if (end === undefined) return;
    this.#endCall(end, false);
    if (end === 'open') this.#beginCall(true);
    if (end === 'result') this.#isDone = true;
  }

  #pushToTag(char: string): void {
    const tag = this.#tag + char;
    if (!mayBeTag(tag) && char !== '>') {
      this.#releaseTag();
      return this.#push(char);
    }
    this.#tag = tag;
    if (char === '>') this.#takeTag(tag);
  }

  #takeTag(text: string): void {
    const { kind, exact } = readTag(text, this.#nonce);
    if (this.#isThinking ? kind !== 'think-end' : !this.#matters(kind)) return this.#releaseTag();
    this.#tag = '';
    if (kind === 'open') this.#beginCall(exact);
    if (kind === 'result') this.#isDone = true;
    if (kind === 'think' || kind === 'think-end') this.#isThinking = kind === 'think';
  }

  #matters(kind: string): boolean {
    // In the middle of a line, the word is spoken about.
    if (kind === 'think') return this.#prose.isLineStart;
    return kind === 'open' || kind === 'result' || kind === 'think-end';
  }

  #releaseTag(): void {
    const tag = this.#tag;
    this.#tag = '';
    for (const char of tag) this.#say(char);
  }

  #beginCall(isExact: boolean): void {
    this.#body = new CallBody(this.#nonce, isExact);
  }

  #endCall(end: BodyEnd, isCut: boolean): void {
    const body = this.#body;
    this.#body = undefined;
    this.#hasCall = true;
    if (!body) return;
    this.#flush(true);
    const isExact = end === 'closed' && !body.isOdd;
    const readings = readBody({ text: body.text, isExact, isCut: isCut && !body.isWhole }, this.#tools);
    for (const reading of readings) this.#events.push({ type: 'call', reading });
  }

  #say(char: string): void {
    if (this.#isThinking) {
      this.#thought += char;
      return;
    }
    this.#prose.push(char);
    if (this.#hasCall) return;
    if (isBlank(char)) this.#blanks += char;
    else {
      this.#words += this.#hasWords ? this.#blanks + char : char;
      this.#blanks = '';
      this.#hasWords = true;
    }
  }

  #flush(isLast: boolean): void {
    this.#words = this.#emit('text', this.#words, isLast);
    this.#thought = this.#emit('thought', this.#thought, isLast);
  }

  /** Returns what has to wait: the first half of a character whose other half is on its way. */
  #emit(type: 'text' | 'thought', text: string, isLast: boolean): string {
    const isHalf = !isLast && /[\ud800-\udbff]$/.test(text);
    const ready = isHalf ? text.slice(0, -1) : text;
    if (ready !== '') this.#events.push({ type, text: wellFormed(ready) });
    return isHalf ? text.slice(-1) : '';
  }
}

/** Half a character can't be sent as UTF-8. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
