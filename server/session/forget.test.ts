import assert from 'node:assert/strict';
import test from 'node:test';
import { limits } from '../../shared/limits.ts';
import { closeCode } from '../../shared/protocol.ts';
import { FakePage } from './fake-page.fixture.ts';
import { House, helloOf, settled } from './house.fixture.ts';
import type { Sessions } from './sessions.ts';

async function talk(node: Sessions) {
  const page = new FakePage();
  const session = await node.open(page, helloOf());
  session.receive({ type: 'user.message', id: 'm1', text: 'Hi' });
  await settled();
  return { page, session, mine: { session: session.id, token: page.welcome.token } };
}

test('a conversation that its own page clears is deleted, and another one begins', async () => {
  const house = new House(['Hello.']);
  const node = house.node();
  const { page, mine } = await talk(node);
  const next = new FakePage();
  await node.open(next, helloOf({ forget: mine, resume: mine }));
  assert.equal(page.closed, closeCode.takenOver);
  assert.equal(await house.memory.read(mine.session), undefined);
  assert.equal(next.welcome.resumed, false);
});

test('nobody deletes what is not theirs, or what is not there', async () => {
  const house = new House(['Hello.']);
  const node = house.node();
  const { page, mine } = await talk(node);
  for (const forget of [
    { ...mine, token: 'other' },
    { session: 'none', token: mine.token },
  ]) {
    await node.open(new FakePage(), helloOf({ forget }));
    await house.node().open(new FakePage(), helloOf({ forget }));
  }
  assert.equal(page.closed, undefined);
  assert.ok((await house.events(mine.session)).length > 0);
});

test('one that another server has is deleted there, too: its page can write no more', async () => {
  const house = new House(['Hello.', 'Never.']);
  const { session, mine } = await talk(house.node());
  await house.node().open(new FakePage(), helloOf({ forget: mine }));
  session.receive({ type: 'user.message', id: 'm2', text: 'Are you there?' });
  await settled();
  assert.deepEqual(await house.events(mine.session), []);
  assert.equal(house.script.requests.length, 1);
});

test('a session that nobody spoke in is deleted when its page does not return', async () => {
  const house = new House();
  const page = new FakePage();
  const session = await house.node().open(page, helloOf());
  session.detach(page);
  house.clock.advance(limits.graceMs);
  await settled();
  assert.equal(await house.memory.read(session.id), undefined);
});

test('but not when its page went on at another server meanwhile', async () => {
  const house = new House(['Hello.']);
  const page = new FakePage();
  const session = await house.node().open(page, helloOf());
  session.detach(page);
  const resume = { session: session.id, token: page.welcome.token };
  const there = await house.node().open(new FakePage(), helloOf({ resume }));
  there.receive({ type: 'user.message', id: 'm1', text: 'Hi' });
  await settled();
  house.clock.advance(limits.graceMs);
  await settled();
  assert.deepEqual((await house.events(session.id)).at(-1)?.type, 'end');
});

test('a conversation that was let go while its page was away comes back whole', async () => {
  const house = new House(['Hello.']);
  const node = house.node();
  const { page, session, mine } = await talk(node);
  session.detach(page);
  house.clock.advance(limits.graceMs);
  assert.equal(node.size, 0);
  const back = new FakePage();
  await node.open(back, helloOf({ page: 'p2', resume: mine }));
  assert.deepEqual(back.types, ['welcome', 'turn.started', 'turn.text', 'turn.ended']);
});
