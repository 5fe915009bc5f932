import assert from 'node:assert/strict';
import test from 'node:test';
import { deferred } from '../../shared/deferred.ts';
import { AppendQueue, type Append } from './append-queue.ts';
import type { Appended, Lease } from './session-store.ts';

/** A store whose answers come when the test wants them. */
function slowStore() {
  const sent: { readonly keys: string; readonly answer: (answers: Appended[]) => void; readonly fail: () => void }[] =
    [];
  const queue = new AppendQueue((_, appends) => {
    const { promise, resolve, reject } = deferred<readonly Appended[]>();
    const keys = appends.map(({ key }) => key).join(' ');
    sent.push({ keys, answer: resolve, fail: () => reject(new Error('away')) });
    return promise;
  });
  return { queue, sent };
}

function lease(session = 's', epoch = 1): Lease {
  return { session, owner: 'a', epoch };
}

function appendOf(given: Lease, key: string): Append {
  return { lease: given, key, json: '{}' };
}

const ids = (...names: string[]): Appended[] => names.map((id) => ({ id }));
const tick = () => new Promise(setImmediate);

test('sends together what was appended in one go, and what comes meanwhile afterwards', async () => {
  const { queue, sent } = slowStore();
  const one = lease();
  const first = ['a', 'b'].map((key) => queue.append(appendOf(one, key)));
  await tick();
  const later = ['c', 'd'].map((key) => queue.append(appendOf(one, key)));
  await tick();
  assert.deepEqual(
    sent.map(({ keys }) => keys),
    ['a b'],
  );
  sent[0]?.answer(ids('1', '2'));
  assert.deepEqual(await Promise.all(first), ids('1', '2'));
  await tick();
  assert.deepEqual(
    sent.map(({ keys }) => keys),
    ['a b', 'c d'],
  );
  sent[1]?.answer([{ id: '3' }, 'duplicate']);
  assert.deepEqual(await Promise.all(later), [{ id: '3' }, 'duplicate']);
});

test('lets no session wait for another', async () => {
  const { queue, sent } = slowStore();
  void queue.append(appendOf(lease('s'), 'a'));
  void queue.append(appendOf(lease('t'), 'b'));
  await tick();
  assert.deepEqual(
    sent.map(({ keys }) => keys),
    ['a', 'b'],
  );
});

test('sends appends under different leases apart, in order', async () => {
  const { queue, sent } = slowStore();
  const [former, current] = [lease('s', 1), lease('s', 2)];
  void queue.append(appendOf(former, 'a'));
  void queue.append(appendOf(current, 'b'));
  await tick();
  sent[0]?.answer(['fenced']);
  await tick();
  assert.deepEqual(
    sent.map(({ keys }) => keys),
    ['a', 'b'],
  );
});

test('sends no more than 128 together', async () => {
  const { queue, sent } = slowStore();
  const one = lease();
  for (let n = 0; n < 130; n += 1) void queue.append(appendOf(one, String(n)));
  await tick();
  assert.equal(sent[0]?.keys.split(' ').length, 128);
});

test('fails all that stands behind a failure under the same lease, and nothing under another', async () => {
  const { queue, sent } = slowStore();
  const [former, current] = [lease('s', 1), lease('s', 2)];
  const failing = queue.append(appendOf(former, 'a'));
  await tick();
  const behind = queue.append(appendOf(former, 'b'));
  const other = queue.append(appendOf(current, 'c'));
  sent[0]?.fail();
  await assert.rejects(failing, /away/);
  await assert.rejects(behind, /away/);
  await tick();
  assert.deepEqual(
    sent.map(({ keys }) => keys),
    ['a', 'c'],
  );
  sent[1]?.answer(ids('1'));
  assert.deepEqual(await other, { id: '1' });
  await assert.rejects(queue.append(appendOf(former, 'd')), /away/);
});

test('is idle when nothing is on its way', async () => {
  const { queue, sent } = slowStore();
  await queue.idle();
  void queue.append(appendOf(lease(), 'a'));
  await tick();
  const idle = queue.idle().then(() => 'idle');
  assert.equal(await Promise.race([idle, tick().then(() => 'busy')]), 'busy');
  sent[0]?.answer(ids('1'));
  assert.equal(await idle, 'idle');
});
