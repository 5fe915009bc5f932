import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findFiles } from '../../scripts/find-files.mjs';

// The look is a system: few sizes, one grid, few radii, one shadow. What leaves it has its reason here.

/** `file` and text of each style sheet, without comments and with the templates in it left out. */
const sheets = findFiles('widget', /\.ts$/)
  .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bcss`([^`]*)`/g)].map(([, text]) => ({
      file,
      text: text.replaceAll(/\/\*[\s\S]*?\*\/|\$\{[^}]*\}/g, ''),
    })),
  );

const declarations = sheets.flatMap(({ file, text }) =>
  [...text.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)].map(([, property, value]) => ({
    file,
    property,
    value: value.replaceAll(/\s+/g, ' ').trim(),
  })),
);

/** The launcher may stand on a page alone: it brings the few tokens that it needs, and is a capsule of its own. */
const bringsTokens = /(?:tokens|launcher-style)\.ts$/;

/** The values of the properties, each once. A token of the site's counts as the one of ours that stands for it. */
function valuesOf(property, but = /^$/) {
  const values = declarations
    .filter((declaration) => property.test(declaration.property) && !but.test(declaration.file))
    .map(({ value }) => value.replace(/^var\(--ha-([\w-]+), .*\)$/, 'var(--_$1)'))
    .filter((value) => !/^(?:inherit|initial|none|0)$/.test(value));
  return [...new Set(values)].toSorted();
}

const listed = ({ file, property, value }) => `${file}: ${property}: ${value}`;

test('there are style sheets to look at', () => {
  assert.ok(sheets.length > 10 && declarations.length > 400);
});

test('there are at most five font sizes', () => {
  // Below 16 px a phone zooms into the field that gets the focus.
  const sizes = valuesOf(/^font-size$/, bringsTokens).filter((size) => !size.startsWith('max(16px, '));
  assert.ok(sizes.length <= 5, sizes.join(' | '));
});

test('every length lies on a grid of four pixels', () => {
  const lengths = ({ value }) => [...value.matchAll(/(?<![\w.#])-?(\d*\.?\d+)px/g)].map(([, number]) => Number(number));
  // One and two pixels draw lines and set an icon beside its words.
  const isOff = (length) => length % 4 !== 0 && length > 2;
  const offGrid = declarations.filter((one) => !one.property.endsWith('font-size') && lengths(one).some(isOff));
  assert.deepEqual(offGrid.map(listed), []);
});

test('there are three radii, circles, and the capsule around the round button', () => {
  const radii = new Set(valuesOf(/^border(?:-\w+)*-radius$/, bringsTokens).flatMap((value) => value.split(' ')));
  for (const shape of ['50%', '24px', '0']) radii.delete(shape);
  assert.deepEqual([...radii].toSorted(), ['4px', 'var(--_radius)', 'var(--_radius-control)']);
});

test('there is one shadow', () => {
  assert.deepEqual(valuesOf(/^box-shadow$/), ['var(--_shadow)']);
});

test('colours are the tokens’ own', () => {
  const named = declarations.filter(
    ({ file, property, value }) =>
      !bringsTokens.test(file) &&
      /color$|^(?:background|border|outline|fill|stroke)/.test(property) &&
      /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)\(/.test(value),
  );
  // What lies behind an open sheet is darkened in either scheme.
  assert.deepEqual([...new Set(named.map(({ value }) => value))], ['rgb(0 0 0 / 40%)']);
});

test('every token of the site’s has a value of its own to fall back on', () => {
  const bare = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--ha-[\w-]+)\)/g)].map(([, token]) => `${file}: ${token}`),
  );
  assert.deepEqual(bare, []);
});
