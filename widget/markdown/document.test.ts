import { expect } from '@open-wc/testing';
import type { Block } from './block.ts';
import { MarkdownDocument } from './document.ts';
import { parseInline } from './inline-parser.ts';

function read(text: string): readonly Block[] {
  const document = new MarkdownDocument();
  document.write(text);
  document.end();
  return document.blocks;
}

/** A tree in one line. */
function show(blocks: readonly Block[]): string {
  return blocks.map(showOne).join(' ');
}

function showOne(block: Block): string {
  switch (block.kind) {
    case 'segment':
      return block.text.trim();
    case 'code':
      return `code:${block.language}(${block.text})`;
    case 'row':
      return `(${block.cells.join('|')})`;
    case 'table':
      return `table(${block.head.join('|')} ${show(block.children)})`;
    case 'item':
      return `${block.checked === undefined ? '' : block.checked ? 'x' : 'o'}(${show(block.children)})`;
    case 'paragraph':
      return `p(${show(block.children)})`;
    case 'root':
    case 'heading':
    case 'quote':
    case 'list':
    case 'rule':
      return `${block.kind}${block.children.length > 0 ? `(${show(block.children)})` : ''}`;
  }
}

describe('MarkdownDocument', () => {
  for (const [text, shown] of [
    ['a\nb\n\nc', 'p(a\nb) p(c)'],
    ['# a\n## b ##\n#', 'heading(a) heading(b)'],
    ['a\n---\nb', 'p(a) rule p(b)'],
    ['- a\n- b\n+ c', 'list((p(a)) (p(b))) list((p(c)))'],
    ['- a\n  - b\n\n    c\n- d', 'list((p(a) list((p(b) p(c)))) (p(d)))'],
    ['1. a\n  - b\n2. c', 'list((p(a) list((p(b)))) (p(c)))'],
    ['- a\n\n\nb', 'list((p(a))) p(b)'],
    ['- [ ] a\n- [x] b', 'list(o(p(a)) x(p(b)))'],
    ['> a\nb\n> - c\n\nd', 'quote(p(a\nb) list((p(c)))) p(d)'],
    ['```a b\nc\n\n d\n```\ne', 'code:a(c\n\n d\n) p(e)'],
    ['````\n```\n````', 'code:(```\n)'],
    ['- a\n  ```\n  b\n    c\n  ```\n- d', 'list((p(a) code:(b\n  c\n)) (p(d)))'],
    ['```\na', 'code:(a\n)'],
    ['a\n| b | c |\n|---|---|\n| d |\n\ne', 'p(a) table(b|c (d)) p(e)'],
    ['| a |\nb', 'p(| a |\nb)'],
    ['- | a |\n  |---|\n  | b |', 'list((table(a (b))))'],
    ['> | a |\n\n|---|', 'quote(p(| a |)) p(|---|)'],
    ['| a |', 'p(| a |)'],
    ['    a', 'p(a)'],
    ['', ''],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => expect(show(read(text))).to.equal(shown));
  }

  it('leaves out no word of a long line, and adds none to code', () => {
    const words = 'word '.repeat(2_000).trim();
    expect(textOf(read(words)).trim()).to.equal(words);
    expect(textOf(read(`\`\`\`\n${'x'.repeat(9_000)}\n\`\`\``))).to.equal(`${'x'.repeat(9_000)}\n`);
    expect(textOf(read(`# ${words}`)).trim()).to.equal(words);
  });
});

function textOf(blocks: readonly Block[]): string {
  return blocks.map((block) => block.text + textOf(block.children)).join('');
}

/** What is meant to make a reader slow. */
const pumps = [
  ...[
    '*a ',
    '**a',
    '_a_b',
    '*_',
    'a*',
    '~~a',
    '[',
    '![',
    '](',
    '[a](',
    '[a](<',
    '[a](b "',
    '[a](https://x',
    '`a',
    '`` ` ',
  ],
  ...[
    '\\(',
    '\\[',
    '\\',
    '$a',
    '$',
    '&#',
    '<',
    '<https://',
    'https://',
    '>',
    '> ',
    '> - ',
    '- ',
    '* * ',
    '1. ',
    '#',
    '`',
    '~',
    '*',
  ],
  ...[
    '- a\n',
    '    - a\n',
    '> - a\n',
    'a\n',
    '| a ',
    '|-',
    '| a |\n|---|\n',
    '|\n',
    '```\n',
    '\n',
    '\t',
    '\u200d',
    'a\u202e',
    'x',
  ],
];

describe('MarkdownDocument: 100 KB', () => {
  it('takes no pattern longer than its length asks for', () => {
    const chars = 100_000;
    for (const pump of pumps) {
      const text = pump.repeat(Math.ceil(chars / pump.length)).slice(0, chars);
      const document = new MarkdownDocument();
      const began = performance.now();
      for (let at = 0; at < chars; at += 500) {
        document.write(text.slice(at, at + 500));
        readTail(document.blocks);
      }
      document.end();
      // What grows with the square takes minutes; the rest takes less than a second where nothing else runs.
      expect(performance.now() - began, JSON.stringify(pump)).to.be.lessThan(8_000);
    }
  }).timeout(120_000);
});

/** What is drawn again with each piece. */
function readTail(blocks: readonly Block[]): void {
  const last = blocks.at(-1);
  if (last?.kind === 'segment') parseInline(last.text, !last.done);
  else if (last) readTail(last.children);
}
