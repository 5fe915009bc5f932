import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { builtinTools } from '../../shared/tools/index.ts';
import { pageTool } from './loop.fixture.ts';
import { offeredTools } from './offered-tools.ts';

suite('offeredTools', () => {
  test("has the built-in tools in the catalogue's order, whatever the page's order, and the page's own behind them", () => {
    const offer = { builtins: ['speak', 'geolocation_get', 'speak'], pageTools: [pageTool('b'), pageTool('a')] };
    assert.deepEqual([...offeredTools(offer).keys()], ['geolocation_get', 'speak', 'b', 'a']);
  });

  test('leaves out what this server does not know', () => {
    assert.equal(offeredTools({ builtins: ['teleport', '__proto__'], pageTools: [] }).size, 0);
  });

  test('knows all of the catalogue', () => {
    const builtins = builtinTools.map(({ name }) => name);
    assert.deepEqual([...offeredTools({ builtins, pageTools: [] }).keys()], builtins);
  });

  test('builds one offer once', () => {
    const offer = { builtins: ['speak'], pageTools: [] };
    assert.equal(offeredTools(offer), offeredTools(offer));
  });

  test('takes from a definition what policy needs, and from a page tool what the page said', () => {
    const tools = offeredTools({
      builtins: ['speak'],
      pageTools: [pageTool('a', { readOnly: true, definition: 'f7' })],
    });
    const speak = tools.get('speak');
    const own = tools.get('a');
    assert.deepEqual(
      [speak?.fromPage, speak?.readOnly, speak?.definition, speak?.timeoutMs],
      [false, false, undefined, 180_000],
    );
    assert.deepEqual([own?.fromPage, own?.readOnly, own?.definition], [true, true, 'f7']);
    assert.deepEqual(own?.model.parameters, pageTool('a').inputSchema);
  });
});

suite('check', () => {
  const tools = offeredTools({ builtins: ['memory_get'], pageTools: [pageTool('cart_add')] });

  test('says nothing of arguments that fit', () => {
    assert.equal(tools.get('memory_get')?.check({ key: 'a' }), undefined);
    assert.equal(tools.get('cart_add')?.check({ n: 1 }), undefined);
  });

  test('takes what the schema of a page takes, though a model can be told only a part of it', () => {
    const inputSchema = { type: 'object', properties: { any: {}, one: { enum: [{ a: 1 }, [2], '', null] } } };
    const check = offeredTools({ builtins: [], pageTools: [pageTool('put', { inputSchema })] }).get('put')?.check;
    for (const any of [null, [[[[1]]]], { a: [] }, '']) assert.equal(check?.({ any }), undefined);
    for (const one of [{ a: 1 }, [2], '', null]) assert.equal(check?.({ one }), undefined);
    assert.match(check?.({ one: 7 }) ?? '', /^one: /);
  });

  test('says what is wrong and where, in English, for a model to mend it', () => {
    const check = tools.get('memory_get')?.check;
    assert.equal(check?.({}), 'key: Invalid input: expected string, received undefined');
    assert.equal(check?.({ key: '' }), 'key: Too small: expected string to have >=1 characters');
    assert.equal(check?.({ key: 'a', n: 1, m: 2 }), 'arguments: Unrecognized keys: "n", "m"');
    assert.match(tools.get('cart_add')?.check({ n: 'x' }) ?? '', /^n: .*"number"/);
    const hostile: unknown = JSON.parse('{"key":{"length":{"toString":1,"valueOf":1}}}');
    assert.equal(check?.(hostile), 'arguments: they can not be read');
  });
});
