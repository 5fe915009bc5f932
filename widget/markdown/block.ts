interface Node {
  readonly children: Block[];
  text: string;
  /** Nothing of it changes any more. */
  done: boolean;
}

/** A piece of a paragraph or a heading that is read by itself. */
export interface Segment extends Node {
  readonly kind: 'segment';
}

export interface Paragraph extends Node {
  readonly kind: 'paragraph';
}

export interface Heading extends Node {
  readonly kind: 'heading';
  /** How large: as many as there are `#`, at most 3. */
  readonly size: number;
  /** How many headings it stands under, at most 2. */
  readonly depth: number;
}

export interface Code extends Node {
  readonly kind: 'code';
  readonly language: string;
  readonly fence: string;
  /** Of its fence. So much is taken off each line. */
  readonly indent: number;
}

export interface Quote extends Node {
  readonly kind: 'quote';
}

export interface List extends Node {
  readonly kind: 'list';
  /** What ends its marks: `-`, `+`, `*`, `.` or `)`. */
  readonly mark: string;
  /** The first number, of a numbered list. */
  readonly start: number | undefined;
}

export interface Item extends Node {
  readonly kind: 'item';
  /** Where its text begins. */
  readonly indent: number;
  /** The least indent of a line that goes on with it. */
  readonly least: number;
  /** Of a task. */
  readonly checked: boolean | undefined;
}

export type Align = 'left' | 'center' | 'right' | undefined;

export interface Table extends Node {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly aligns: readonly Align[];
}

export interface Row extends Node {
  readonly kind: 'row';
  readonly cells: readonly string[];
}

export interface Rule extends Node {
  readonly kind: 'rule';
}

export interface Root extends Node {
  readonly kind: 'root';
}

export type Block = Root | Paragraph | Heading | Segment | Code | Quote | List | Item | Table | Row | Rule;

/** What can hold blocks that begin on lines of their own. */
export type Container = Root | Quote | List | Item;

export function isContainer(block: Block | undefined): block is Container {
  return block?.kind === 'root' || block?.kind === 'quote' || block?.kind === 'list' || block?.kind === 'item';
}

/** What every block begins as. A function, so that no two share their children. */
export function fresh(): { children: Block[]; text: string; done: boolean } {
  return { children: [], text: '', done: false };
}

export function openChild(block: Block): Block | undefined {
  const last = block.children.at(-1);
  return last?.done ? undefined : last;
}

/** Ends a block and all that is open in it. */
export function close(block: Block | undefined): void {
  for (let open = block; open; open = openChild(open)) open.done = true;
}
