import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { Counter, Histogram } from './meters.ts';

suite('a counter', () => {
  test('shows each value of its label from the start, so that the first event is seen as one', () => {
    const counter = new Counter({ name: 'c', help: '', labels: { code: ['1000', '1006', 'other'] } });
    counter.of('1006').value += 2;
    const shown = counter.samples.map(({ labels, cell }) => [labels['code'], cell.value]);
    assert.deepEqual(shown, [
      ['1000', 0],
      ['1006', 2],
      ['other', 0],
    ]);
  });

  test('has only so many series, whatever strangers write into a label', () => {
    const counter = new Counter({ name: 'c', help: '', labels: { tool: ['speak', 'other'], asked: ['yes', 'no'] } });
    for (let at = 0; at < 1_000; at += 1) counter.of(`invented${at}`, 'no').value += 1;
    counter.of('speak', 'no').value += 1;
    counter.of('__proto__', 'no').value += 1;
    counter.of('speak,no', 'no').value += 1;
    const shown = counter.samples.map(({ labels, cell }) => [labels, cell.value]);
    assert.deepEqual(shown, [
      [{ tool: 'other', asked: 'no' }, 1_002],
      [{ tool: 'speak', asked: 'no' }, 1],
    ]);
  });

  test('without labels is one number', () => {
    const counter = new Counter({ name: 'c', help: '' });
    counter.of().value += 3;
    assert.deepEqual(counter.samples, [{ labels: {}, cell: { value: 3 } }]);
  });
});

test('a histogram counts what took at most as long as each bound, and what took longer than all', () => {
  const histogram = new Histogram({ name: 'h', help: '', bounds: [0.1, 1] });
  for (const seconds of [0, 0.1, 0.2, 1, 1.1, 60]) histogram.of().observe(seconds);
  assert.deepEqual(histogram.of().counts, [2, 2, 2]);
  assert.ok(Math.abs(histogram.of().sum - 62.4) < 1e-9);
});
