import { expect } from '@open-wc/testing';
import { checkSiteTool } from './check-site-tool.ts';
import type { SiteTool } from './site-tool.ts';

const good: SiteTool = { name: 'cart_add', description: 'Put a product into the cart.', execute: () => 'ok' };

/** A page without TypeScript can hand over anything. */
function untyped(fields: Record<string, unknown>): SiteTool {
  return Object.assign({ ...good }, fields);
}

describe('checkSiteTool', () => {
  for (const name of ['cart_add', 'cartAdd', 'shop-cart_add-1', '_x', 'a'.repeat(64)]) {
    it(`accepts the name ${name}`, () => expect(() => checkSiteTool({ ...good, name }, new Set())).to.not.throw());
  }

  const bad: readonly [string, Record<string, unknown>, RegExp][] = [
    ['no name', { name: undefined }, /name: undefined is no name/],
    [
      'a name with dots',
      { name: 'shop.cart' },
      /"shop\.cart" is no name\. Use up to 64 letters, digits, _ or -, and begin/,
    ],
    ['a name with colons', { name: 'shop:cart' }, /"shop:cart" is no name/],
    ['a name with spaces', { name: 'add to cart' }, /name: "add to cart" is no name\. Use up to 64/],
    ['a name that begins with a digit', { name: '1up' }, /begin with a letter/],
    ['a name that is too long', { name: 'a'.repeat(65) }, /is no name/],
    ['the name of a built-in tool', { name: 'memory_get' }, /"memory_get": name: a built-in tool has this name/],
    ['no description', { description: ' ' }, /"cart_add": description: missing/],
    ['a long description', { description: 'x'.repeat(2_001) }, /description: longer than 2000 characters/],
    ['no body', { execute: 'add()' }, /"cart_add": execute: missing/],
    ['a title that is no text', { title: 1 }, /title: must be a text/],
    ['an ask that is no boolean', { ask: 'no' }, /ask: must be true or false/],
    ['a trusted that is no boolean', { trusted: 1 }, /trusted: must be/],
    ['an unknown sink', { sink: 'server' }, /sink: must be one of none, local, page, egress/],
    ['an unknown grant', { grant: 'forever' }, /grant: must be one of once, session, always/],
    ['an unknown feedback', { feedback: 'some' }, /feedback: must be full or none/],
    ['an editable that is no list of names', { editable: [1] }, /editable: must be a list of names/],
    ['annotations that are no object', { annotations: 'readOnly' }, /annotations: must be an object/],
    ['a hint that is no boolean', { annotations: { readOnlyHint: 'yes' } }, /annotations\.readOnlyHint: must be/],
  ];
  for (const [what, fields, message] of bad) {
    it(`refuses ${what}`, () => expect(() => checkSiteTool(untyped(fields), new Set())).to.throw(TypeError, message));
  }
});
