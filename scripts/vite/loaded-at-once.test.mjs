import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoadedAtOnce } from './loaded-at-once.mjs';

const importers = {
  entry: [],
  view: ['entry'],
  lit: ['view', 'sheet'],
  sheet: [],
  icon: ['sheet'],
  a: ['b'],
  b: ['a'],
};
const graph = { getModuleInfo: (id) => importers[id] && { isEntry: id === 'entry', importers: importers[id] } };

for (const id of ['entry', 'view', 'lit']) {
  test(`${id} runs with the script`, () => assert.equal(isLoadedAtOnce(id, graph), true));
}

for (const id of ['sheet', 'icon', 'a', 'unknown']) {
  test(`${id} does not`, () => assert.equal(isLoadedAtOnce(id, graph), false));
}
