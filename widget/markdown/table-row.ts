import type { Align } from './block.ts';

/** More columns than this are no table. */
const maxColumns = 32;

/** The cells of a line that begins with a bar, or undefined when it does not. The last one may be unfinished. */
export function cellsOf(line: string): readonly string[] | undefined {
  if (!/^\s*\|/.test(line)) return undefined;
  const cells: string[] = [];
  let cell = '';
  for (const [piece] of line
    .trim()
    .slice(1)
    .matchAll(/\\.|[^|\\]+|[|\\]/gs)) {
    if (piece !== '|') cell += piece === '\\|' ? '|' : piece;
    else if (cells.push(cell.trim()) > maxColumns) return cells;
    else cell = '';
  }
  if (cell.trim() !== '') cells.push(cell.trim());
  return cells;
}

/** How the columns are set, told by the line below a table's head. */
export function alignsOf(line: string, columns: number): readonly Align[] | undefined {
  if (columns === 0 || columns > maxColumns || !mayBeDelimiter(line)) return undefined;
  const cells = cellsOf(line.trim().startsWith('|') ? line : `|${line}`) ?? [];
  if (cells.length !== columns || !cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : undefined;
  });
}

/** Whether a line, or the beginning of one, could stand below a table's head. */
export function mayBeDelimiter(line: string): boolean {
  return /^[ \t]*\|?[ \t:|-]*$/.test(line);
}
