import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAst } from 'vite';
import { minifyCss, minifyHtml, minifyIn } from './minify-templates.mjs';

test('a line break with its indentation is one space, so that words stay apart', () => {
  assert.equal(minifyHtml('\n    <b>one</b>\n    <i>two</i>\n  '), ' <b>one</b> <i>two</i> ');
});

test('a style sheet loses comments and spaces that mean nothing', () => {
  assert.equal(
    minifyCss('\n  /* why */\n  :host([hidden]) {\n    display: none;\n    margin: 0 auto;\n  }\n'),
    ' :host([hidden]){display:none;margin:0 auto}',
  );
});

test('a style sheet keeps the spaces that mean something', () => {
  for (const css of [
    '.a .b{top:0}',
    '.a :hover{top:0}',
    'a{width:calc(1px + 2px)}',
    '@media (width > 4px) and (hover){a{top:0}}',
  ]) {
    assert.equal(minifyCss(css), css);
  }
});

test('a value on each side of an expression keeps its space', () => {
  assert.equal(minifyCss('a { margin: 0 '), 'a{margin:0 ');
  assert.equal(minifyCss(' 0; }'), ' 0}');
});

const scripts = [
  ['const a = html`\n  <p>${x}\n  </p>`;', 'const a = html` <p>${x} </p>`;'],
  ['html`\n  ${list.map((i) => html`\n    <b>${i}</b>`)}\n  `', 'html` ${list.map((i) => html` <b>${i}</b>`)} `'],
  ['const s = css`a {\n  top: ${x};\n}`', 'const s = css`a{top:${x}}`'],
  ['const t = `a\n  b`; other`a\n  b`', 'const t = `a\n  b`; other`a\n  b`'],
  ['html`\\n  é  ${"`"}`', 'html`\\n é ${"`"}`'],
];

for (const [code, expected] of scripts) {
  test(`${JSON.stringify(code)} is minified in its templates only`, () => {
    assert.equal(minifyIn(code, parseAst(code)), expected);
  });
}
