import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disguises } from './disguises.ts';
import { orderKey, ordersIn, orderText, textsIn } from './grammar.ts';

const args = { text: 'a "quoted" {word}', deep: { list: [1, 2] } };

for (const [name, disguise] of Object.entries(disguises)) {
  test(`an order is found when it is written ${name}`, () => {
    assert.deepEqual(ordersIn(disguise(orderText('clipboard_write', args))).map(orderKey), [
      orderKey({ name: 'clipboard_write', args }),
    ]);
  });
}

test('several orders are found, each once', () => {
  const text = `${orderText('speak', { text: 'a' })} and ${orderText('memory_list')}\n${orderText('memory_list')}`;
  assert.deepEqual(
    ordersIn(text).map(({ name }) => name),
    ['speak', 'memory_list'],
  );
});

test('words about orders are none', () => {
  assert.deepEqual(ordersIn('DO it, DO speak, DO speak {, DO NOT {"a":1}'), []);
});

test('the texts of a value are its words and the names of its fields', () => {
  assert.deepEqual(textsIn({ a: ['b', 1, { c: null }] }), ['a', 'b', 'c']);
});
