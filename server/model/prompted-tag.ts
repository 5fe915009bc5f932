/** The longest tag that is looked at. What goes on longer is no tag of ours. */
export const maxTagChars = 160;

/** What a finished tag means to the parser. */
export type TagKind = 'open' | 'close' | 'result' | 'think' | 'think-end' | 'foreign-close' | 'none';

export interface Tag {
  readonly kind: TagKind;
  /** False for an opening tag whose quotes or spaces are not as asked. */
  readonly exact: boolean;
}

export const closingTag = '</tool_call>';

/** The tag that opens a call. With a nonce, a call that somebody else wrote down somewhere is plain text. */
export function openingTag(nonce: string | undefined): string {
  return nonce === undefined ? '<tool_call>' : `<tool_call id="${nonce}">`;
}

/** Reads one complete tag, from `<` to `>`. */
export function readTag(text: string, nonce: string | undefined): Tag {
  const inner = text.slice(1, -1).trim();
  if (text === openingTag(nonce)) return { kind: 'open', exact: true };
  if (isLooselyOpen(inner, nonce)) return { kind: 'open', exact: false };
  if (inner === '/tool_call') return { kind: 'close', exact: true };
  if (isResult(inner, nonce)) return { kind: 'result', exact: true };
  if (inner === 'think') return { kind: 'think', exact: true };
  if (inner === '/think') return { kind: 'think-end', exact: true };
  return { kind: inner.startsWith('/') ? 'foreign-close' : 'none', exact: true };
}

function isLooselyOpen(inner: string, nonce: string | undefined): boolean {
  if (!inner.startsWith('tool_call')) return false;
  const rest = inner.slice('tool_call'.length).replaceAll(/[\s"']/g, '');
  return rest === (nonce === undefined ? '' : `id=${nonce}`);
}

function isResult(inner: string, nonce: string | undefined): boolean {
  if (!/^tool_result(?:\s|$)/.test(inner)) return false;
  return nonce === undefined || inner.includes(nonce);
}

const starts = ['<tool_call', '<tool_result', '<think>', '</think>'] as const;

/** Whether a text that begins with `<` can still become a tag that matters among words. */
export function mayBeTag(text: string): boolean {
  if (text.length > maxTagChars) return false;
  return starts.some((start) =>
    text.length <= start.length ? start.startsWith(text) : text.startsWith(start) && endsAsTag(text),
  );
}

/** Whether a text that begins with `<` can still become any tag, as inside a call. */
export function mayBeAnyTag(text: string): boolean {
  return text.length <= maxTagChars && (text.length === 1 || endsAsTag(text));
}

/** Only the last character is new; those before it were looked at when they came. */
function endsAsTag(text: string): boolean {
  return /[\w \t="'./-]/.test(text.slice(-1));
}
