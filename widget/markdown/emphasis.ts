import type { Inline } from './inline.ts';

/** What is deeper in each other than this, and longer in a row, is text. */
const maxDepth = 20;
const maxRun = 6;

/** A run of `*`, `_` or `~`. */
export interface Run {
  readonly kind: 'run';
  readonly char: string;
  readonly count: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

export type Token = Inline | Run;

interface Frame {
  /** Missing at the bottom. */
  readonly run: Run | undefined;
  /** Of the run, what is not closed. */
  left: number;
  nodes: Inline[];
}

/** Reads what a run may do from the characters around it. */
export function readRun(text: string, at: number, marks: string): Run {
  const before = characterBefore(text, at);
  const after = String.fromCodePoint(text.codePointAt(at + marks.length) ?? 32);
  const isLeft = flanks(before, after);
  const isRight = flanks(after, before);
  const isWord = marks.startsWith('_');
  return {
    kind: 'run',
    char: marks.charAt(0),
    count: marks.length,
    opens: isLeft && (!isWord || !isRight || isPunctuation(before)),
    closes: isRight && (!isWord || !isLeft || isPunctuation(after)),
  };
}

/**
 * Nests what runs enclose.
 *
 * @param isGrowing what is open will be closed: it is shown so already. Else it is the characters it is written in.
 */
export function nest(tokens: readonly Token[], isGrowing: boolean): readonly Inline[] {
  const frames: [Frame, ...Frame[]] = [{ run: undefined, left: 0, nodes: [] }];
  for (const token of tokens) {
    if (token.kind === 'run') meet(frames, token);
    else (frames.at(-1) ?? frames[0]).nodes.push(token);
  }
  unwind(frames, 1, isGrowing);
  return merge(frames[0].nodes);
}

function meet(frames: [Frame, ...Frame[]], run: Run): void {
  let left = run.count;
  while (run.closes && left > 0) {
    const at = frames.findLastIndex((frame) => frame.run && matches(frame.run, frame.left, run, left));
    const frame = frames[at];
    if (!frame) break;
    unwind(frames, at + 1, false);
    const size = Math.min(2, frame.left, left);
    frame.nodes = [wrap(run.char, size, frame.nodes)];
    frame.left -= size;
    left -= size;
    if (frame.left === 0) unwind(frames, at, false);
  }
  if (left > 0 && run.opens && mayOpen(run, left) && frames.length <= maxDepth) frames.push({ run, left, nodes: [] });
  else if (left > 0) (frames.at(-1) ?? frames[0]).nodes.push(textNode(run.char.repeat(left)));
}

/** Ends all frames from this one on. */
function unwind(frames: [Frame, ...Frame[]], from: number, isGrowing: boolean): void {
  while (frames.length > from) {
    const frame = frames.pop();
    if (!frame?.run) return;
    const below = (frames.at(-1) ?? frames[0]).nodes;
    if (isGrowing && frame.left > 0 && frame.nodes.length > 0)
      below.push(wrapAll(frame.run.char, frame.left, frame.nodes));
    else below.push(...(frame.left > 0 ? [textNode(frame.run.char.repeat(frame.left))] : []), ...frame.nodes);
  }
}

/** CommonMark's rule: two strokes that could each do both match only where their lengths can't be meant otherwise. */
function matches(opener: Run, openLeft: number, closer: Run, left: number): boolean {
  if (opener.char !== closer.char) return false;
  if (opener.char === '~') return openLeft === 2 && left === 2;
  if (!opener.closes && !closer.opens) return true;
  return (opener.count + closer.count) % 3 !== 0 || (opener.count % 3 === 0 && closer.count % 3 === 0);
}

function mayOpen({ char, count }: Run, left: number): boolean {
  return char === '~' ? left === 2 : count <= maxRun;
}

function wrap(char: string, size: number, nodes: readonly Inline[]): Inline {
  const kind = char === '~' ? 'deleted' : size === 2 ? 'strong' : 'emphasis';
  return { kind, children: merge(nodes) };
}

function wrapAll(char: string, left: number, nodes: readonly Inline[]): Inline {
  const size = Math.min(2, left);
  const inner = wrap(char, size, nodes);
  return left > size ? wrapAll(char, Math.min(2, left - size), [inner]) : inner;
}

/** Neighbouring texts become one. */
function merge(nodes: readonly Inline[]): readonly Inline[] {
  const merged: Inline[] = [];
  let joined = '';
  for (const node of nodes) {
    if (node.kind === 'text') {
      joined += node.text;
      continue;
    }
    if (joined !== '') merged.push(textNode(joined));
    joined = '';
    merged.push(node);
  }
  if (joined !== '') merged.push(textNode(joined));
  return merged;
}

function textNode(text: string): Inline {
  return { kind: 'text', text };
}

function flanks(outside: string, inside: string): boolean {
  if (/\s/u.test(inside)) return false;
  return !isPunctuation(inside) || /\s/u.test(outside) || isPunctuation(outside);
}

function isPunctuation(char: string): boolean {
  return /[\p{P}\p{S}]/u.test(char);
}

function characterBefore(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ' ';
}
