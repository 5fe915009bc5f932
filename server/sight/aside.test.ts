import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { Aside } from './aside.ts';

suite('what is looked at aside', () => {
  test('waits until all that runs now has run, and is done in order', async () => {
    const seen: number[] = [];
    const aside = new Aside();
    aside.add(() => seen.push(1));
    aside.add(() => seen.push(2));
    await Promise.resolve();
    assert.deepEqual(seen, []);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(seen, [1, 2]);
  });

  test('is done at once for whoever needs it, and only once', async () => {
    let count = 0;
    const aside = new Aside();
    aside.add(() => (count += 1));
    aside.settle();
    assert.equal(count, 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(count, 1);
  });

  test('takes in more while it is done', async () => {
    const seen: string[] = [];
    const aside = new Aside();
    aside.add(() => {
      seen.push('first');
      aside.add(() => seen.push('second'));
    });
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(seen, ['first', 'second']);
  });
});
