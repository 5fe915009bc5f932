import type { Target } from './inline.ts';

const schemes = ['https://', 'http://', 'mailto:'];
const allowed = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}\p{Cf}<>]+$/iu;
const longest = 2_000;

/** What is found behind a link's text. */
export type Destination =
  | { readonly state: 'whole'; readonly address: string; readonly end: number }
  /** The text ends before it does. */
  | { readonly state: 'open' };

/** Where an address leads, if it is one that a person may be sent to: http, https or mailto, written plainly. */
export function readTarget(address: string): Target | undefined {
  if (address.length > longest || !allowed.test(address)) return undefined;
  try {
    const url = new URL(address.replaceAll('&amp;', '&'));
    if (url.username !== '' || url.password !== '') return undefined;
    if (url.protocol === 'mailto:') return { href: url.href, host: decodeURIComponent(url.pathname) };
    return url.protocol === 'https:' || url.protocol === 'http:' ? { href: url.href, host: url.host } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether what is written of an address can still become one that is allowed. */
export function mayBeTarget(beginning: string): boolean {
  const lower = beginning.toLowerCase();
  return schemes.some((scheme) => scheme.startsWith(lower) || lower.startsWith(scheme));
}

const whole =
  /\([ \t\n]*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))(?:[ \t\n]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t\n]*\)/y;
const begun = /^\([ \t\n]*(?:<([^<>\n]*)>?|([^\s<>]*))(?:[ \t\n]+(?:["'(][^)]*)?)?$/;

/** Reads the parentheses behind a link's text, title and all. */
export function readDestination(text: string, at: number, isLineOpen: boolean): Destination | undefined {
  whole.lastIndex = at;
  const found = whole.exec(text);
  if (found) return { state: 'whole', address: found[1] ?? found[2] ?? '', end: at + found[0].length };
  if (!isLineOpen || text.length - at > longest) return undefined;
  const open = begun.exec(text.slice(at));
  return open ? { state: 'open' } : undefined;
}

/** As far as it is written. */
export function beginningOf(text: string, at: number): string {
  return (
    begun
      .exec(text.slice(at))
      ?.slice(1)
      .find((address) => address !== undefined) ?? ''
  );
}

/** What of a bare address is no part of it: the mark that ends its sentence, the parenthesis around it. */
export function trimBare(address: string): string {
  let end = address.length;
  let depth = 0;
  for (const char of address) depth += char === '(' ? 1 : char === ')' ? -1 : 0;
  for (; end > 0; end -= 1) {
    const char = address.charAt(end - 1);
    if (char === ')' && depth < 0) depth += 1;
    else if (!/[?!.,:;_~'*]/.test(char)) break;
  }
  return address.slice(0, end);
}
