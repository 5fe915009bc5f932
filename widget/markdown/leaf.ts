import { type Block, type Code, close, fresh, isContainer, openChild } from './block.ts';

/** From here on a text is cut at the next white space, so that no text has to be read twice in full. */
const segmentChars = 2_000;
/** At the latest here. */
const maxSegmentChars = 2_500;

/** The innermost block that is open. */
export function openLeaf(parent: Block): Block | undefined {
  let open = openChild(parent);
  while (isContainer(open)) open = openChild(open);
  return open;
}

/** Adds to a paragraph or a heading. Where it is cut depends on its text alone, not on the pieces it comes in. */
export function appendText(leaf: Block, text: string): void {
  let segment = openChild(leaf);
  if (!segment) leaf.children.push((segment = { kind: 'segment', ...fresh() }));
  segment.text += text;
  for (let at = cutOf(segment.text); at > 0; at = cutOf(segment.text)) {
    const rest = segment.text.slice(at);
    segment.text = segment.text.slice(0, at);
    close(segment);
    leaf.children.push((segment = { kind: 'segment', ...fresh() }));
    segment.text = rest;
  }
}

function cutOf(text: string): number {
  if (text.length <= segmentChars) return 0;
  const space = text.slice(segmentChars, maxSegmentChars).search(/\s/);
  if (space >= 0) return segmentChars + space + 1;
  if (text.length <= maxSegmentChars) return 0;
  return /[\ud800-\udbff]/.test(text.charAt(maxSegmentChars - 1)) ? maxSegmentChars - 1 : maxSegmentChars;
}

export function appendCode(code: Code, line: string, isWhole: boolean): void {
  const indent = /^ */.exec(line.slice(0, code.indent))?.[0].length ?? 0;
  code.text += line.slice(indent) + (isWhole ? '\n' : '');
}

/** Whether a line ends a block of code. */
export function closesFence({ fence }: Code, line: string): boolean {
  const marks = line.trim();
  return marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
}
