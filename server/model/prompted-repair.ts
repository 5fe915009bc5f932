import { limits } from '../../shared/limits.ts';

/** JSON values that stand in a text one after the other, each as strict JSON. */
export interface MendedJson {
  readonly values: readonly string[];
  /** True when anything but blanks had to be changed. */
  readonly isMended: boolean;
}

/** Zero-width characters, byte order marks and NUL: they mean nothing, and models let them slip in. */
export function isInvisible(char: string): boolean {
  return /[\u200b-\u200d\u2060\ufeff\0]/.test(char);
}

/**
 * Makes strict JSON of what a model wrote, where only one reading is possible: fences, comments, trailing
 * commas, typographic or single quotes, raw line breaks in strings, missing brackets at the end.
 * Undefined for all that would have to be guessed, such as a quote in the middle of a string, and beyond `maxDepth`.
 * One pass, whatever the text. The values still have to be parsed.
 *
 * @param mayClose false when the text was cut off: what is missing at its end is then not only brackets.
 */
export function mendJson(text: string, mayClose: boolean): MendedJson | undefined {
  return new Mender(text).mend(mayClose);
}

/** The arguments of a call, and what stands around them. */
export const maxDepth = limits.maxArgsDepth + 4;

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

class Mender {
  readonly #text: string;
  #at = 0;
  #out = '';
  #isMended = false;
  /** A comma is written only when something follows it. */
  #hasComma = false;
  readonly #open: string[] = [];
  readonly #values: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  mend(mayClose: boolean): MendedJson | undefined {
    while (this.#at < this.#text.length) if (!this.#step(this.#text.charAt(this.#at))) return undefined;
    if (this.#open.length > 0 && !(mayClose && this.#close())) return undefined;
    return this.#values.length === 0 ? undefined : { values: this.#values, isMended: this.#isMended };
  }

  /** False when the text can't be read. */
  #step(char: string): boolean {
    if (isInvisible(char)) return this.#skip(1, false);
    if (/\s/.test(char)) return this.#blank(char);
    if (char === '/') return this.#comment();
    if (this.#open.length === 0) return this.#between(char);
    if (char === ',') return this.#comma();
    if (char === '}' || char === ']') return this.#end(char);
    this.#writeComma();
    if (char === '{' || char === '[') return this.#begin(char);
    if (char === '"') return this.#string();
    if (char === '“' || char === '”') return this.#quoted('”', '“');
    if (char === "'") return this.#quoted("'", "'");
    this.#out += char;
    return this.#skip(1, false);
  }

  #skip(count: number, isMending: boolean): boolean {
    this.#at += count;
    this.#isMended ||= isMending;
    return true;
  }

  #blank(char: string): boolean {
    const isJson = ' \t\r\n'.includes(char);
    if (this.#open.length > 0) this.#out += isJson ? char : ' ';
    return this.#skip(1, !isJson);
  }

  #comment(): boolean {
    const isLine = this.#text.startsWith('//', this.#at);
    if (!isLine && !this.#text.startsWith('/*', this.#at)) return false;
    const end = this.#text.indexOf(isLine ? '\n' : '*/', this.#at + 2);
    if (end < 0) return false;
    return this.#skip(end + (isLine ? 1 : 2) - this.#at, true);
  }

  /** Outside of any value: a value begins, a fence stands around it, or the text is not JSON only. */
  #between(char: string): boolean {
    if (char === '{' || char === '[') return this.#begin(char);
    if (char === ',' || char === ';') return this.#values.length > 0 && this.#skip(1, true);
    if (!this.#text.startsWith('```', this.#at)) return false;
    const isOpening = this.#values.length === 0;
    const label = isOpening ? (/^[a-z_]{0,12}/i.exec(this.#text.slice(this.#at + 3, this.#at + 15))?.[0] ?? '') : '';
    return this.#skip(3 + label.length, true);
  }

  #begin(char: string): boolean {
    if (this.#open.push(char) > maxDepth) return false;
    this.#out += char;
    return this.#skip(1, false);
  }

  #comma(): boolean {
    if (this.#hasComma) return false;
    this.#hasComma = true;
    return this.#skip(1, false);
  }

  #writeComma(): void {
    if (this.#hasComma) this.#out += ',';
    this.#hasComma = false;
  }

  #end(char: string): boolean {
    const opened = this.#open.pop();
    if (opened === undefined || closers[opened] !== char) return false;
    this.#out += char;
    this.#skip(1, this.#hasComma);
    this.#hasComma = false;
    if (this.#open.length > 0) return true;
    this.#values.push(this.#out);
    this.#out = '';
    return true;
  }

  #string(): boolean {
    let part = '"';
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const char = this.#text.charAt(at);
      if (char === '\\') {
        part += char + this.#text.charAt(at + 1);
        at += 1;
      } else if (char === '"') {
        this.#out += `${part}"`;
        return this.#skip(at + 1 - this.#at, false);
      } else if (char < ' ') {
        part += JSON.stringify(char).slice(1, -1);
        this.#isMended = true;
      } else part += char;
    }
    return false;
  }

  /** A string in quotes that JSON does not know. One that holds a quote or a backslash has more than one reading. */
  #quoted(end: string, alsoEnd: string): boolean {
    let at = this.#at + 1;
    while (at < this.#text.length && this.#text.charAt(at) !== end && this.#text.charAt(at) !== alsoEnd) at += 1;
    const inner = this.#text.slice(this.#at + 1, at);
    if (at === this.#text.length || /["\\]/.test(inner)) return false;
    this.#out += JSON.stringify(inner);
    return this.#skip(at + 1 - this.#at, true);
  }

  /** Adds the brackets that are missing, if the last value before them is surely whole. */
  #close(): boolean {
    if (this.#hasComma || !/["}\]]\s*$/.test(this.#out.slice(-64))) return false;
    for (const opened of this.#open.splice(0).toReversed()) this.#out += closers[opened] ?? '';
    this.#values.push(this.#out);
    this.#isMended = true;
    return true;
  }
}
