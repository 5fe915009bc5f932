import { cleanText } from './clean-text.ts';
import { nest, readRun, type Token } from './emphasis.ts';
import { type Inline, plainText } from './inline.ts';
import { beginningOf, mayBeTarget, readDestination, readTarget, trimBare } from './link-target.ts';

/** An opening bracket that waits for its other half. */
interface Bracket {
  readonly at: number;
  readonly token: number;
  readonly isImage: boolean;
}

// Where something may begin or end.
const special = /\\|`+|\*+|_+|~+|!?\[|\]|<|&|\$|https?:\/\//gi;
const formula = /\$\$[^$]+\$\$|\$(?=\S)[^$\n]*[^$\s]\$(?!\d)/y;
const angled = /<((?:https?:\/\/|mailto:)[^\s<>]*)(>?)/iy;
const bare = /https?:\/\/[^\s<>`|"[\]]*/iy;
const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/y;
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);
// What the next character may make something else of. Not shown until it is there.
const unsettled = /\\*(?:`+|\*+|_+|~+|!|&#?\w{0,8}|<[a-z:/]{0,8}|\$)$|\\+$/i;
/** A link's text is no longer than this, so that what stands behind a bracket never waits for long. */
const maxLinkChars = 300;

/**
 * Reads a text of one segment.
 *
 * @param isGrowing more may come: what is open is shown as what it is about to be.
 */
export function parseInline(text: string, isGrowing: boolean): readonly Inline[] {
  const isLineOpen = isGrowing && !text.endsWith('\n');
  const held = isLineOpen ? (unsettled.exec(text.slice(-40))?.[0].length ?? 0) : 0;
  return nest(new InlineScanner(text.slice(0, text.length - held), isGrowing, isLineOpen).scan(), isGrowing);
}

class InlineScanner {
  readonly #text: string;
  readonly #isGrowing: boolean;
  readonly #isLineOpen: boolean;
  readonly #tokens: Token[] = [];
  /** What is known to be nowhere in the rest, so that it is not looked for again. */
  readonly #missing = new Set<string>();
  #brackets: Bracket[] = [];
  #at = 0;

  constructor(text: string, isGrowing: boolean, isLineOpen: boolean) {
    this.#text = text;
    this.#isGrowing = isGrowing;
    this.#isLineOpen = isLineOpen;
  }

  scan(): readonly Token[] {
    while (this.#at < this.#text.length) {
      special.lastIndex = this.#at;
      const found = special.exec(this.#text);
      this.#say(this.#text.slice(this.#at, found?.index));
      if (!found) break;
      this.#at = found.index;
      this.#take(found[0]);
    }
    const isOpen = ({ at }: Bracket): boolean => this.#isGrowing && this.#text.length - at <= maxLinkChars + 1;
    return this.#tokens.slice(0, this.#brackets.find(isOpen)?.token);
  }

  #take(mark: string): void {
    switch (mark.charAt(0)) {
      case '\\':
        return this.#escape();
      case '`':
        return this.#code(mark);
      case '*':
      case '_':
      case '~':
        this.#tokens.push(readRun(this.#text, this.#at, mark));
        this.#at += mark.length;
        return;
      case '!':
      case '[':
        this.#brackets.push({ at: this.#at, token: this.#tokens.length, isImage: mark.length === 2 });
        return this.#pass(mark.length);
      case ']':
        return this.#closeBracket();
      case '<':
        return this.#angled();
      case '&':
        return this.#entity();
      case '$':
        return this.#pass(this.#match(formula)?.[0].length ?? 1);
      default:
        return this.#bare();
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #say(text: string): void {
    if (text !== '') this.#tokens.push({ kind: 'text', text });
  }

  /** Shows the next characters as they are. */
  #pass(count: number): void {
    this.#say(this.#text.slice(this.#at, this.#at + count));
    this.#at += count;
  }

  #escape(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (next === '(' || next === '[') {
      const end = this.#find(next === '(' ? '\\)' : '\\]', this.#at + 2);
      if (end >= 0) return this.#pass(end + 2 - this.#at);
      if (this.#isGrowing) return this.#pass(this.#text.length - this.#at);
    }
    if (!/[!-/:-@[-`{-~\n]/.test(next)) return this.#pass(1);
    this.#at += 1;
    this.#pass(1);
  }

  #find(mark: string, from: number): number {
    if (this.#missing.has(mark)) return -1;
    let end = this.#text.indexOf(mark, from);
    // A longer run of backticks is not the end of a shorter one.
    while (end >= 0 && mark.startsWith('`') && runLength(this.#text, end) !== mark.length) {
      end = this.#text.indexOf(mark, end + runLength(this.#text, end));
    }
    if (end < 0) this.#missing.add(mark);
    return end;
  }

  #code(marks: string): void {
    const from = this.#at + marks.length;
    const end = this.#find(marks, from);
    if (end < 0 && !this.#isGrowing) return this.#pass(marks.length);
    const text = this.#text.slice(from, end < 0 ? undefined : end).replaceAll('\n', ' ');
    const isPadded = text.startsWith(' ') && text.trim() !== '';
    const padding = isPadded && (end < 0 || text.endsWith(' ')) ? 1 : 0;
    this.#tokens.push({ kind: 'code', text: text.slice(padding, end < 0 ? undefined : text.length - padding) });
    this.#at = end < 0 ? this.#text.length : end + marks.length;
  }

  #angled(): void {
    const [found, address = '', closing] = this.#match(angled) ?? [];
    if (found === undefined || (closing === '' && !this.#isAtEnd(found))) return this.#pass(1);
    this.#link(address, closing === '' ? undefined : address);
    this.#at += found.length;
  }

  #bare(): void {
    const found = this.#match(bare)?.[0] ?? '';
    const address = trimBare(found);
    const isInWord = /[\p{L}\p{N}]$/u.test(this.#text.slice(Math.max(0, this.#at - 2), this.#at));
    const isOpen = this.#isAtEnd(found);
    if (isInWord || (!isOpen && !readTarget(address))) return this.#pass(found.length);
    this.#link(address, isOpen ? undefined : address);
    this.#at += isOpen ? found.length : address.length;
  }

  /** Adds an address that is its own text. */
  #link(text: string, address: string | undefined): void {
    const target = address === undefined ? undefined : readTarget(address);
    const children = [{ kind: 'text', text }] as const;
    if (target || address === undefined) this.#tokens.push({ kind: 'link', target, children });
    else this.#say(text);
  }

  #isAtEnd(found: string): boolean {
    return this.#isLineOpen && this.#at + found.length === this.#text.length;
  }

  #entity(): void {
    const [found, decimal, hex, name] = this.#match(entity) ?? [];
    if (found === undefined) return this.#pass(1);
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const named = name === undefined ? undefined : entities.get(name);
    this.#say(named ?? cleanText(String.fromCodePoint(isCharacter(code) ? code : 0xff_fd)));
    this.#at += found.length;
  }

  #closeBracket(): void {
    const bracket = this.#brackets.pop();
    if (!bracket || this.#at - bracket.at > maxLinkChars) return this.#pass(1);
    if (this.#isAtEnd(']')) {
      // Perhaps the address comes next.
      this.#brackets.push(bracket);
      this.#at += 1;
      return;
    }
    const from = this.#at + 1;
    const destination = readDestination(this.#text, from, this.#isGrowing);
    const address = destination?.state === 'whole' ? destination.address : undefined;
    const target = address === undefined ? undefined : readTarget(address);
    const isHopeful = destination?.state === 'open' && (bracket.isImage || mayBeTarget(beginningOf(this.#text, from)));
    if (!destination || !(bracket.isImage || target || isHopeful)) return this.#pass(1);
    const children = nest(this.#tokens.splice(bracket.token).slice(1), false).flatMap(withoutLink);
    if (bracket.isImage) this.#tokens.push({ kind: 'image', text: plainText(children) });
    else {
      this.#tokens.push({ kind: 'link', target, children });
      this.#brackets = this.#brackets.filter(({ isImage }) => isImage);
    }
    this.#at = destination.state === 'whole' ? destination.end : this.#text.length;
  }
}

/** A link's text holds no other link. */
function withoutLink(node: Inline): readonly Inline[] {
  return node.kind === 'link' ? node.children : [node];
}

/** Not half of one: two halves could make what is taken out. */
function isCharacter(code: number): boolean {
  return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === '`') end += 1;
  return end - at;
}
