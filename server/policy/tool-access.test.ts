import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { AgentError } from '../../shared/errors.ts';
import { fixedLimits } from '../../shared/limits.ts';
import type { PageTool } from '../../shared/protocol.ts';
import { grantTools } from './tool-access.ts';
import { anyone } from './visitor.ts';

function pageTool(name: string, description = 'Does something.'): PageTool {
  return { name, description, inputSchema: { type: 'object' }, readOnly: true, definition: 'f1' };
}

function claim(...pageTools: PageTool[]) {
  return () => grantTools({ builtins: [], pageTools }, anyone.mayUse);
}

function refusal(sentence: RegExp): (thrown: unknown) => boolean {
  return (thrown) => AgentError.is(thrown) && thrown.code === 'bad_message' && sentence.test(thrown.message);
}

suite('grantTools', () => {
  test('grants the built-in tools that this server knows and leaves out those of a newer page', () => {
    const builtins = ['speak', 'teleport', 'geolocation_get', '__proto__', 'toString'];
    const granted = grantTools({ builtins, pageTools: [] }, anyone.mayUse);
    assert.deepEqual(granted, { builtins: ['speak', 'geolocation_get'], pageTools: [] });
  });

  test("grants the page's own tools as they came", () => {
    const pageTools = [pageTool('cart_add'), pageTool('b-c-1'), pageTool('_x'), pageTool('constructor')];
    assert.deepEqual(grantTools({ builtins: [], pageTools }, anyone.mayUse).pageTools, pageTools);
  });

  test('leaves out what the visitor may not use, of the page and built in', () => {
    const claimed = { builtins: ['speak', 'memory_get'], pageTools: [pageTool('cart_add'), pageTool('cart_pay')] };
    const granted = grantTools(claimed, (tool) => tool === 'speak' || tool === 'cart_add');
    assert.deepEqual(granted, { builtins: ['speak'], pageTools: [pageTool('cart_add')] });
  });

  test('grants nothing but tools, whatever else the claim holds', () => {
    const hello = { type: 'hello', tab: 't1', builtins: [], pageTools: [] };
    assert.deepEqual(grantTools(hello, anyone.mayUse), { builtins: [], pageTools: [] });
  });

  for (const name of ['', 'shop.cart', 'shop:cart', '1st', 'a b', 'a/b', 'größe', 'x'.repeat(65), '-x', 'a\n', ' a']) {
    test(`refuses the name ${JSON.stringify(name)}, which no model can call`, () => {
      assert.throws(claim(pageTool(name)), refusal(/^pageTools: ".*is not a name that a model can call$/));
    });
  }

  test('refuses a page tool that takes the name of a built-in one, offered or not', () => {
    assert.throws(claim(pageTool('speak')), refusal(/^pageTools: "speak" is the name of a built-in tool$/));
  });

  test("refuses a page tool that takes the name of one of the server's, and says which", () => {
    const claimed = { builtins: [], pageTools: [pageTool('mail_send')] };
    const grant = () => grantTools(claimed, anyone.mayUse, new Set(['mail_send']));
    assert.throws(grant, refusal(/^pageTools: "mail_send" is the name of a tool of the server's$/));
  });

  test('refuses two page tools of one name', () => {
    assert.throws(claim(pageTool('cart_add'), pageTool('cart_add')), refusal(/"cart_add" is there twice$/));
  });

  test('measures all page tools together, in bytes', () => {
    const each = Math.floor(fixedLimits.maxPageToolBytes / 3);
    assert.doesNotThrow(claim(pageTool('a', 'x'.repeat(each)), pageTool('b', 'x'.repeat(each))));
    assert.throws(
      claim(pageTool('a', 'ü'.repeat(each)), pageTool('b', 'x'.repeat(each))),
      refusal(/^pageTools: together they are larger than 16384 bytes$/),
    );
  });

  test('says its sentence in at most 120 bytes, so that it fits a close frame', () => {
    assert.throws(claim(pageTool('日'.repeat(64))), refusal(/^[ -~]{1,120}$/));
  });
});
