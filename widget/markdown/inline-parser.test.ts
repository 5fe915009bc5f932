import { expect } from '@open-wc/testing';
import type { Inline } from './inline.ts';
import { parseInline } from './inline-parser.ts';

const tags = { strong: 'b', emphasis: 'i', deleted: 's' } as const;

function show(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return node.text;
        case 'code':
          return `{${node.text}}`;
        case 'image':
          return `!${node.text}!`;
        case 'link':
          return `<${show(node.children)}|${node.target?.href ?? ''}>`;
        case 'strong':
        case 'emphasis':
        case 'deleted':
          return `<${tags[node.kind]}>${show(node.children)}</${tags[node.kind]}>`;
      }
    })
    .join('');
}

describe('parseInline', () => {
  for (const [text, shown] of [
    ['**a** *b* ***c*** __d__ _e_ ~~f~~', '<b>a</b> <i>b</i> <i><b>c</b></i> <b>d</b> <i>e</i> <s>f</s>'],
    ['**a *b* c**', '<b>a <i>b</i> c</b>'],
    ['*a **b** c*', '<i>a <b>b</b> c</i>'],
    ['**a*', '*<i>a</i>'],
    ['a * b * c', 'a * b * c'],
    ['a_b_c 2*3*4', 'a_b_c 2<i>3</i>4'],
    ['*a **b*', '*a *<i>b</i>'],
    ['~a~ ~~~b~~~', '~a~ ~~~b~~~'],
    ['`` a ` b `` `c', '{a ` b} `c'],
    ['`*a*` \\*b\\* \\a \\', '{*a*} *b* \\a \\'],
    ['a\\\nb', 'a\nb'],
    ['[a *b*](https://c.example) [d]', '<a <i>b</i>|https://c.example/> [d]'],
    ['[a](b) [a](https://) ](c)', '[a](b) [a](https://) ](c)'],
    [
      '[a [b](https://c.example) d](https://e.example)',
      '[a <b|https://c.example/> d](<https://e.example|https://e.example/>)',
    ],
    ['![a *b*](c) ![](d) ![e', '!a b! !! ![e'],
    [
      'https://a.example/b. (https://c.example)',
      '<https://a.example/b|https://a.example/b>. (<https://c.example|https://c.example/>)',
    ],
    ['xhttps://a.example', 'xhttps://a.example'],
    ['**https://a.example**', '<b><https://a.example|https://a.example/></b>'],
    [
      '<https://a.example> <b> <mailto:a@b.example>',
      '<https://a.example|https://a.example/> <b> <mailto:a@b.example|mailto:a@b.example>',
    ],
    ['&lt;b&gt; &#65; &#x1F600; &no; &#0; &#xd83d;', '<b> A 😀 &no; \ufffd \ufffd'],
    ['$a_1 * b_1$ \\(c*d*\\) $5 *e* $6', '$a_1 * b_1$ \\(c*d*\\) $5 <i>e</i> $6'],
  ] as const) {
    it(`reads ${text}`, () => expect(show(parseInline(text, false))).to.equal(shown));
  }

  it('makes nothing of a link whose text is too long to wait for', () => {
    const text = `[${'a'.repeat(400)}](https://b.example`;
    expect(show(parseInline(text, true))).to.include('[aaa');
    expect(show(parseInline(`${text})`, false))).to.include('[aaa');
  });

  it('nests so far and no further', () => {
    expect(show(parseInline('*a **b '.repeat(300), true)).match(/<[bi]>/g)?.length).to.be.lessThan(100);
    expect(show(parseInline('*'.repeat(1_000), false))).to.equal('*'.repeat(1_000));
  });
});
