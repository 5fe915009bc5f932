import type { ErrorCode } from '../../shared/errors.ts';
import type { enApprovals } from './en-approvals.ts';
import type { en } from './en.ts';
import { entry } from './en-entry.ts';
import type { enPermissions } from './en-permissions.ts';
import type { enShape } from './en-shape.ts';
import type { enTalk } from './en-talk.ts';
import type { Part } from './merge.ts';

/** A whole table. */
export type Words = typeof en & {
  readonly approvals: typeof enApprovals;
  readonly permissions: typeof enPermissions;
  readonly talk: typeof enTalk;
  readonly shape: typeof enShape;
};
/** Words that replace those of a table. */
export type Strings = Part<Words>;

/** English, as far as it is loaded. */
export let english: Words;
/**
 * The words of the element that is being drawn. To be read while drawing only, each time anew: at any other time they
 * are English. A drawing is synchronous, so no element ever reads those of another.
 */
export let words: Words;

/** Of each shadow root in which something is drawn. */
const tables = new WeakMap<Node, () => Words>();

/** Takes in more of English. */
export function learn(part: object): void {
  const table = { ...english, ...part };
  if (isEnough(table)) words = english = table;
}

/** From now on, what is in this root is drawn in the words made here; they are made anew when English has grown. */
export function wordsFor(root: Node, make: () => Words): void {
  let of: Words | undefined;
  let table = english;
  tables.set(root, () => {
    if (of !== english) table = make();
    of = english;
    return table;
  });
}

/** Draws something in the words of the root that it is in. */
export function inWordsOf(node: Node, draw: () => void): void {
  const before = words;
  words = tables.get(node.getRootNode())?.() ?? english;
  try {
    draw();
  } finally {
    words = before;
  }
}

/** What the person reads of an error. */
export function errorWords(code: ErrorCode): string {
  const table: { readonly [Code in ErrorCode]?: string } = words.errors;
  return table[code] ?? words.phases.failed;
}

/**
 * What the agent or the server has said in English, in the words of the element. What isn't known stays English.
 *
 * @param code of the error that it explains.
 */
export function told(text: string, code?: ErrorCode): string {
  const because = english.notSentBecause('');
  if (text.startsWith(because)) return words.notSentBecause(told(text.slice(because.length)));
  return (
    same(text, english, words) ?? same(text, english.errors, words.errors) ?? (code && words.failures[code]) ?? text
  );
}

function same(text: string, from: object, to: object): string | undefined {
  const at = Object.values(from).indexOf(text);
  const found: unknown = Reflect.get(to, Object.keys(from)[at] ?? '');
  return typeof found === 'string' ? found : undefined;
}

/** Holds from the start: what needs more than the words of the entry comes with the chunk that has them. */
function isEnough(table: object): table is Words {
  return 'send' in table;
}

learn(entry);
