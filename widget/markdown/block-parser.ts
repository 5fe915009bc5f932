import { type Block, close, type Container, fresh, isContainer, openChild, type Root } from './block.ts';
import { appendCode, appendText, closesFence, openLeaf } from './leaf.ts';
import { expandIndent, indentOf, isUndecided, type ItemStart, lineStart } from './line-start.ts';
import { alignsOf, cellsOf, mayBeDelimiter } from './table-row.ts';

/** More containers in each other are text. */
const maxDepth = 24;

/** Where a line goes: into the innermost container that it goes on with. */
interface Place {
  readonly path: readonly Container[];
  readonly rest: string;
}

/** A line that is a table's head if the next one says so. */
interface HeldRow {
  readonly parent: Container;
  readonly text: string;
}

/** Builds blocks line by line. Only the blocks that are open are touched by a line. */
export class BlockParser {
  readonly root: Root = { kind: 'root', ...fresh() };
  #held: HeldRow | undefined;
  /** The levels of the headings that the next one may stand under. */
  #levels: readonly number[] = [];

  /**
   * Takes a line.
   *
   * @param isWhole false for the beginning of one.
   * @returns false when that beginning can not be shown yet: what it left behind is to be undone.
   */
  feed(line: string, isWhole: boolean): boolean {
    const place = findPlace(this.root, line);
    if (this.#held) {
      if (!isWhole && mayBeDelimiter(place.rest)) return false;
      if (this.#settle(this.#held, place)) return true;
    }
    return this.#put(place, isWhole);
  }

  /** Takes what a line that is fed in part goes on with, as text. */
  goOn(text: string, isWhole: boolean): boolean {
    if (this.#held) this.#release(this.#held);
    const leaf = openLeaf(this.root);
    const piece = isWhole ? `${text}\n` : text;
    if (leaf?.kind === 'code') leaf.text += piece;
    else if (leaf?.kind === 'paragraph' || leaf?.kind === 'heading') appendText(leaf, piece);
    else if (leaf?.kind !== 'table') this.#say(this.root, text, isWhole);
    if (isWhole && leaf?.kind === 'heading') close(leaf);
    return true;
  }

  end(): void {
    if (this.#held) this.#release(this.#held);
    close(this.root);
  }

  /** Returns what takes the parser back to where it is now. */
  mark(): () => void {
    const held = this.#held;
    const levels = this.#levels;
    const nodes: { readonly node: Block; readonly text: string; readonly count: number }[] = [];
    for (let node: Block | undefined = this.root; node; node = openChild(node)) {
      nodes.push({ node, text: node.text, count: node.children.length });
    }
    return () => {
      this.#held = held;
      this.#levels = levels;
      for (const { node, text, count } of nodes) {
        node.text = text;
        node.done = false;
        node.children.length = count;
      }
    };
  }

  /** True when the line and the one before it are a table's head. */
  #settle({ parent, text }: HeldRow, { path, rest }: Place): boolean {
    const head = cellsOf(text) ?? [];
    const aligns = path.at(-1) === parent ? alignsOf(rest, head.length) : undefined;
    if (!aligns) {
      this.#release({ parent, text });
      return false;
    }
    this.#held = undefined;
    this.#add(parent, { kind: 'table', head, aligns, ...fresh() });
    return true;
  }

  #release({ parent, text }: HeldRow): void {
    this.#held = undefined;
    this.#say(parent, text, true);
  }

  #put({ path, rest }: Place, isWhole: boolean): boolean {
    const parent = path.at(-1) ?? this.root;
    const open = openChild(parent);
    if (open?.kind === 'code') return putCode(open, rest, isWhole);
    if (rest.trim() === '') {
      // A list waits whether its next item comes; everything else ends here.
      if (open?.kind !== 'list') close(open);
      return isWhole;
    }
    if (open?.kind === 'table' && rest.trimStart().startsWith('|')) return this.#addRow(open, rest, isWhole);
    return this.#begin(path, rest, isWhole);
  }

  /** Opens the containers that the line begins, then what stands in them. */
  #begin(path: readonly Container[], line: string, isWhole: boolean): boolean {
    let parent = path.at(-1) ?? this.root;
    let rest = line;
    let depth = path.length;
    for (;;) {
      const start = lineStart(rest, openChild(parent)?.kind === 'paragraph');
      const list = parent.kind === 'list' ? parent : undefined;
      if (list && !(start?.kind === 'item' && start.mark === list.mark)) {
        if (!start && openLeaf(list)?.kind === 'paragraph') break;
        parent = path.at(-2) ?? this.root;
        close(list);
      }
      if ((start?.kind !== 'quote' && start?.kind !== 'item') || depth > maxDepth) break;
      parent = start.kind === 'quote' ? this.#add(parent, { kind: 'quote', ...fresh() }) : this.#addItem(parent, start);
      rest = expandIndent(start.rest);
      depth += 1;
    }
    if (!isWhole && isUndecided(rest)) return false;
    if (rest.trim() !== '') this.#beginLeaf(parent, rest, isWhole);
    return true;
  }

  #beginLeaf(parent: Container, rest: string, isWhole: boolean): void {
    const start = lineStart(rest, true);
    switch (start?.kind) {
      case 'heading':
        if (start.rest.trim() === '') return;
        return this.#addHeading(parent, start.level, start.rest, isWhole);
      case 'fence':
        this.#add(parent, { ...start, kind: 'code', ...fresh() });
        return;
      case 'rule':
        this.#add(parent, { kind: 'rule', ...fresh(), done: true });
        return;
      case 'row':
        // What was open goes on only where the line belongs to it.
        if (openChild(parent)?.kind !== 'paragraph') close(openChild(parent));
        this.#held = { parent, text: rest };
        return;
      case 'quote':
      case 'item':
      case undefined:
        return this.#say(parent, rest, isWhole);
    }
  }

  /** A text goes on with the paragraph before it, even out of containers that it is not marked to be in. */
  #say(parent: Container, line: string, isWhole: boolean): void {
    const open = openLeaf(parent);
    const paragraph = open?.kind === 'paragraph' ? open : this.#add(parent, { kind: 'paragraph', ...fresh() });
    appendText(paragraph, isWhole ? `${line.trim()}\n` : line.trim());
  }

  #addHeading(parent: Container, level: number, rest: string, isWhole: boolean): void {
    this.#levels = [...this.#levels.filter((above) => above < level), level];
    const depth = Math.min(this.#levels.length - 1, 2);
    const heading = this.#add(parent, { kind: 'heading', size: Math.min(level, 3), depth, ...fresh() });
    const closing = /[ \t]#+$/.exec(rest.trim().slice(-100))?.[0] ?? '';
    appendText(heading, rest.trim().slice(0, rest.trim().length - closing.length));
    if (isWhole) close(heading);
  }

  #addItem(parent: Container, start: ItemStart): Container {
    const { mark, start: first, ...item } = start;
    const list = parent.kind === 'list' ? parent : this.#add(parent, { kind: 'list', mark, start: first, ...fresh() });
    return this.#add(list, { ...item, ...fresh() });
  }

  #addRow(table: Block, line: string, isWhole: boolean): boolean {
    const cells = cellsOf(line) ?? [];
    if (!isWhole && cells.length === 0) return false;
    this.#add(table, { kind: 'row', cells, ...fresh(), done: isWhole });
    return true;
  }

  #add<Kind extends Block>(parent: Block, block: Kind): Kind {
    close(openChild(parent));
    parent.children.push(block);
    return block;
  }
}

function putCode(code: Extract<Block, { kind: 'code' }>, line: string, isWhole: boolean): boolean {
  if (closesFence(code, line)) {
    if (isWhole) close(code);
    return isWhole;
  }
  if (!isWhole && closesFence({ ...code, fence: code.fence.slice(0, 1) }, line)) return false;
  appendCode(code, line, isWhole);
  return true;
}

function findPlace(root: Root, line: string): Place {
  const path: Container[] = [root];
  let rest = root.children.at(-1)?.kind === 'code' ? line : expandIndent(line);
  for (;;) {
    const next = openChild(path.at(-1) ?? root);
    const inner = isContainer(next) ? goOn(next, rest) : undefined;
    if (!isContainer(next) || inner === undefined) return { path, rest };
    path.push(next);
    rest = inner;
  }
}

/** What a container leaves of a line that goes on with it, or undefined when the line does not. */
function goOn(container: Container, line: string): string | undefined {
  switch (container.kind) {
    case 'root':
    case 'list':
      return line;
    case 'quote': {
      const mark = /^\s*>[ \t]?/.exec(line)?.[0];
      return mark === undefined ? undefined : expandIndent(line.slice(mark.length));
    }
    case 'item': {
      if (line.trim() === '') return '';
      const indent = indentOf(line);
      return indent < container.least ? undefined : line.slice(Math.min(indent, container.indent));
    }
  }
}
