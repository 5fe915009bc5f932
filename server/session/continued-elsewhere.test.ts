import assert from 'node:assert/strict';
import test from 'node:test';
import type { SessionEvent } from '../loop/event.ts';
import { isContinuedElsewhere } from './continued-elsewhere.ts';
import { House } from './house.fixture.ts';

const attached = (page: string): SessionEvent => ({ type: 'attached', page, tab: 't', ledger: 'l', tokenHash: page });

/** Whether page `p1`, which saw the log up to its own hello, was left for another. */
async function isLeft(...since: readonly string[]): Promise<boolean> {
  const { memory } = new House();
  const { lease } = await memory.acquire('s', 'o');
  for (const [at, page] of ['p1', ...since].entries()) await memory.append(lease, `k${at}`, attached(page));
  const [first] = (await memory.read('s')) ?? [];
  return isContinuedElsewhere(memory, { session: 's', page: 'p1', lastId: first?.id });
}

test('a page is left when another one is attached now', async () => {
  assert.equal(await isLeft('p2'), true);
  assert.equal(await isLeft('p1', 'p2'), true);
});

test('a page that came back over another socket is not', async () => {
  assert.equal(await isLeft('p1'), false);
  assert.equal(await isLeft('p2', 'p1'), false);
});

test('nor is one that nobody has followed, as far as the log says', async () => {
  assert.equal(await isLeft(), false);
});

test('nor is one whose session is gone, or whose store fails', async () => {
  const { memory } = new House();
  assert.equal(await isContinuedElsewhere(memory, { session: 'x', page: 'p1', lastId: '1' }), false);
  const down = { ...memory, read: () => Promise.reject(new Error('down')) };
  const store = Object.assign(Object.create(memory), down);
  assert.equal(await isContinuedElsewhere(store, { session: 'x', page: 'p1', lastId: '1' }), false);
});
