import assert from 'node:assert/strict';
import test from 'node:test';
import { builtinTools } from './tools/index.ts';
import { isToolName } from './tool-name.ts';

for (const name of [
  'cart_add',
  'cartAdd',
  'add-1',
  '_x',
  'a',
  'a'.repeat(64),
  ...builtinTools.map((tool) => tool.name),
]) {
  test(`${name} is a name`, () => assert.equal(isToolName(name), true));
}

for (const name of ['', 'shop.cart', 'shop:cart', '1st', '-x', 'a b', 'größe', 'a\n', 'a'.repeat(65)]) {
  test(`${JSON.stringify(name)} is none`, () => assert.equal(isToolName(name), false));
}
