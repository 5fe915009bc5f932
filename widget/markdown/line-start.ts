/** What a line begins. `rest` is what stands behind the mark. */
export type LineStart =
  | { readonly kind: 'heading'; readonly level: number; readonly rest: string }
  | { readonly kind: 'fence'; readonly fence: string; readonly indent: number; readonly language: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly rest: string }
  | ItemStart
  | { readonly kind: 'row' };

export interface ItemStart {
  readonly kind: 'item';
  readonly mark: string;
  readonly start: number | undefined;
  readonly indent: number;
  readonly least: number;
  readonly checked: boolean | undefined;
  readonly rest: string;
}

const heading = /^\s*(#{1,6})(?:[ \t]+|$)/;
const rule = /^\s*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
// What stands behind backticks has none: else they are code in a line.
const fence = /^\s*(?:`{3,}[^`]*|~{3,}.*)$/;
const quote = /^\s*>[ \t]?/;
const item = /^(\s*)([-+*]|(\d{1,9})([.)]))([ \t]+|$)/;
const task = /^\[([ xX])\][ \t]+(?=\S)/;

/** @param inParagraph what can't interrupt a paragraph begins nothing there. */
export function lineStart(line: string, inParagraph: boolean): LineStart | undefined {
  const [hashes, sharps] = heading.exec(line) ?? [];
  if (hashes !== undefined && sharps) return { kind: 'heading', level: sharps.length, rest: line.slice(hashes.length) };
  if (rule.test(line)) return { kind: 'rule' };
  if (fence.test(line)) return fenceStart(line);
  const quoted = quote.exec(line)?.[0];
  if (quoted) return { kind: 'quote', rest: line.slice(quoted.length) };
  if (/^\s*\|/.test(line)) return { kind: 'row' };
  return itemStart(line, inParagraph);
}

function fenceStart(line: string): LineStart {
  const marks = /[`~]+/.exec(line)?.[0] ?? '';
  const indent = indentOf(line);
  const [language = ''] = line
    .slice(indent + marks.length)
    .trim()
    .split(/\s/, 1);
  return { kind: 'fence', fence: marks, indent, language };
}

function itemStart(line: string, inParagraph: boolean): ItemStart | undefined {
  const found = item.exec(line);
  if (!found) return undefined;
  const [whole, space = '', sign = '', number, dot, gap = ''] = found;
  const isEmpty = line.length === whole.length;
  if (inParagraph && (isEmpty || (number !== undefined && Number(number) !== 1))) return undefined;
  const rest = line.slice(whole.length);
  const checked = task.exec(rest);
  return {
    kind: 'item',
    mark: dot ?? sign,
    start: number === undefined ? undefined : Number(number),
    indent: space.length + sign.length + (isEmpty || gap.length > 4 ? 1 : gap.length),
    least: space.length + 2,
    checked: checked ? checked[1] !== ' ' : undefined,
    rest: checked ? rest.slice(checked[0].length) : rest,
  };
}

// Marks alone; numbers; a fence with what stands behind it; the box of a task; a row that could be a table's head.
const undecided = /^(?:#{1,6}|[-*_ \t]*|\+|\d{1,9}[.)]?|>|`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*|\[[ xX]?\]?|\|.*)$/;

/** Whether the beginning of a line could still become this or that. It is not shown until it can't. */
export function isUndecided(line: string): boolean {
  return undecided.test(line.trim());
}

/** With the tabs of its indent as spaces. */
export function expandIndent(line: string): string {
  const indent = /^[ \t]*\t[ \t]*/.exec(line)?.[0];
  if (indent === undefined) return line;
  let column = 0;
  for (const char of indent) column += char === '\t' ? 4 - (column % 4) : 1;
  return ' '.repeat(column) + line.slice(indent.length);
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
