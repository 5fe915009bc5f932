import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findFiles } from '../find-files.mjs';
import { customElements } from './custom-elements.mjs';
import { choices, vscodeCss, vscodeHtml, webTypes } from './editors.mjs';
import { frameworkTypes } from './frameworks.mjs';
import { readElement } from './read-element.mjs';
import { readSurface } from './read-surface.mjs';

const element = readElement();
const surface = readSurface();
const {
  modules: [{ declarations }],
} = customElements(element, surface);
const [declaration] = declarations;

const sources = findFiles('widget', /\.ts$/)
  .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'));
const everything = sources.join('\n');

const namesOf = (list) => list.map(({ name }) => name).toSorted();

/** The first group of every match, each once. */
function found(pattern, text = everything) {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].toSorted();
}

/** The names in what a template gives as `part`, written out or chosen from. */
function usedParts() {
  const written = found(/\bpart="([^"]+)"/g).flatMap((value) => value.replaceAll(/\$\{[^}]*\}/g, ' ').split(/\s+/));
  const chosen = found(/\bpart=\$\{([^}]+)\}/g).flatMap((value) => found(/'([\w-]+)'/g, value));
  return [...new Set([...written, ...chosen])].filter(Boolean).toSorted();
}

test('every part that a template names is on the page on theming', () => {
  assert.deepEqual(
    usedParts().filter((part) => !namesOf(declaration.cssParts).includes(part)),
    [],
  );
});

test('every part on the page is one that a template names', () => {
  const words = (part) => new RegExp(`["' ]${part}["' ]`).test(everything);
  assert.deepEqual(
    namesOf(declaration.cssParts).filter((part) => !words(part)),
    [],
  );
});

test('the tokens on the page are those that the styles read', () => {
  assert.deepEqual(namesOf(declaration.cssProperties), found(/var\(\s*(--ha-[\w-]+)/g));
});

test('the states on the page are the statuses, and whether a stranger’s words were read', () => {
  const [, statuses = ''] = /'ha-status': \{ readonly status: ([^}]+) \}/.exec(everything) ?? [];
  assert.deepEqual(namesOf(declaration.cssStates), [...found(/'(\w+)'/g, statuses), 'tainted'].toSorted());
});

test('the slots of the class, of the page and of the templates are the same', () => {
  const used = found(/<slot[^>]*\bname="([\w-]+)"/g);
  assert.deepEqual(namesOf(declaration.slots), used);
  assert.deepEqual(namesOf(surface.slots), used);
});

test('every attribute and every event is described, and nothing is described that is not there', () => {
  const bare = [...declaration.attributes, ...declaration.events].filter(({ description }) => !description);
  assert.deepEqual(namesOf(bare), []);
  assert.deepEqual(element.fires.toSorted(), namesOf(declaration.events));
  const strangers = declaration.attributes.filter(({ name, fieldName }) => !fieldName && name !== 'lang');
  assert.deepEqual(namesOf(strangers), []);
});

test('every event that is dispatched is described', () => {
  const dispatched = found(/(?:emit|CustomEvent)\((?:\w+ \? )?'(ha-[\w-]+)'/g).concat(
    found(/: '(ha-[\w-]+)', \{ detail/g),
  );
  assert.ok(dispatched.length > 5, 'no events were found');
  assert.deepEqual(
    dispatched.filter((name) => !namesOf(declaration.events).includes(name)),
    [],
  );
});

test('a field says which attribute it has, and what an attribute may say', () => {
  const theme = declaration.members.find(({ name }) => name === 'theme');
  assert.deepEqual(
    { attribute: theme.attribute, reflects: theme.reflects, default: theme.default, type: theme.type.text },
    { attribute: 'theme', reflects: true, default: "'auto'", type: "'auto' | 'light' | 'dark'" },
  );
  assert.deepEqual(choices(theme.type.text), ['auto', 'light', 'dark']);
});

test('nothing private is told', () => {
  const told = namesOf(declaration.members);
  for (const name of ['send', 'stop', 'registerTool', 'ready', 'siteTools']) assert.ok(told.includes(name), name);
  for (const name of ['render', 'styles', 'properties', 'scheduleUpdate', 'constructor']) {
    assert.ok(!told.includes(name), name);
  }
});

test('editors learn every attribute, part, token and state', () => {
  const [tag] = vscodeHtml(element).tags;
  assert.deepEqual(namesOf(tag.attributes), namesOf(declaration.attributes));
  const css = vscodeCss(surface);
  assert.equal(css.pseudoElements.length, surface.parts.length);
  assert.equal(css.properties.length, surface.tokens.length);
  const { html } = webTypes(element, surface, { name: 'headless-agent', version: '1.0.0' }).contributions;
  assert.deepEqual(namesOf(html.elements[0].js.events), namesOf(declaration.events));
  assert.deepEqual(namesOf(html.elements[0].attributes), namesOf(declaration.attributes));
});

test('the templates of five frameworks learn the element', () => {
  const files = frameworkTypes(element);
  assert.deepEqual(
    Object.keys(files),
    ['element', 'react', 'preact', 'solid', 'vue', 'svelte'].map((name) => `${name}.d.ts`),
  );
  for (const name of namesOf(declaration.attributes)) assert.match(files['element.d.ts'], new RegExp(`'${name}'\\?: `));
  for (const [name, text] of Object.entries(files).slice(1)) assert.match(text, /'headless-agent': /, name);
});
