import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { closeCode, type ToolResult } from '../../shared/protocol.ts';
import { FakePage } from './fake-page.fixture.ts';
import { FlakyStore } from './flaky-store.fixture.ts';
import { House, helloOf, settled } from './house.fixture.ts';
import type { Hello } from './session.ts';
import type { Sessions } from './sessions.ts';

const put = { calls: [{ name: 'memory_put', args: { key: 'a', value: 1 } }] };
const fine: ToolResult = { ok: true, value: 'stored' };
const result = { type: 'tool.result', call: '1.1.0', result: fine } as const;
const never = (): Promise<string> => new Promise(() => {});

async function enter(node: Sessions, from?: FakePage, changes: Partial<Hello> = {}) {
  const page = new FakePage();
  const { session = '', token = '' } = from?.welcome ?? {};
  const after = from?.messages.flatMap((message) => ('at' in message ? [message.at] : [])).at(-1);
  const session_ = await node.open(page, helloOf({ ...(from && { resume: { session, token, after } }), ...changes }));
  return { page, session: session_ };
}

/** A page whose call is on its way, on the first of two servers. */
async function midCall(house: House) {
  const a = house.node();
  const first = await enter(a);
  first.session.receive({ type: 'user.message', id: 'm1', text: 'Go.' });
  await settled();
  assert.equal(first.page.of('tool.call').length, 1);
  return { a, b: house.node(), first };
}

async function ends(house: House, page: FakePage): Promise<string[]> {
  const events = await house.events(page.welcome.session);
  return events.flatMap((event) => (event.type === 'end' ? [event.reason] : []));
}

suite('a conversation over two servers', () => {
  test('goes from one to the other and back in the middle of a call', async () => {
    const house = new House([put, 'Done.']);
    const { a, b, first } = await midCall(house);
    const second = await enter(b, first.page);
    const after = first.page.of('tool.call')[0]?.at;
    const { session, token } = second.page.welcome;
    const third = await enter(a, second.page, { resume: { session, token, after } });
    third.session.receive(result);
    await settled();
    assert.deepEqual(third.page.types, ['welcome', 'turn.text', 'turn.ended']);
    assert.deepEqual(await ends(house, third.page), ['answered']);
    assert.equal(house.script.requests.length, 2);
  });

  test('sends a page that is left behind away when another took over, and back when it is itself', async () => {
    for (const [page, code] of [
      ['p2', closeCode.takenOver],
      ['p1', closeCode.goingAway],
    ] as const) {
      const house = new House([put, 'Done.']);
      const { b, first } = await midCall(house);
      await enter(b, first.page, { page });
      first.session.receive(result);
      await settled();
      assert.equal(first.page.closed, code);
    }
  });

  test('is not to be had with a token that was replaced elsewhere and is known to have been', async () => {
    const house = new House(['Hello.']);
    const [a, b] = [house.node(), house.node()];
    const first = await enter(a);
    first.session.receive({ type: 'user.message', id: 'm1', text: 'Hi' });
    await settled();
    const second = await enter(b, first.page);
    const third = await enter(b, second.page);
    const stranger = await enter(a, first.page);
    assert.equal(stranger.page.welcome.resumed, false);
    assert.equal(third.page.closed, undefined, 'nobody was sent away for it');
  });

  test('stays with the page though a hello that was late took it, and its welcome was lost', async () => {
    const house = new House(['Hello.']);
    const [a, b, c] = [house.node(), house.node(), house.node()];
    const first = await enter(a);
    first.session.receive({ type: 'user.message', id: 'm1', text: 'Hi' });
    await settled();
    const second = await enter(b, first.page);
    await enter(c, first.page);
    assert.equal((await enter(a, second.page)).page.welcome.resumed, true);
  });

  test('lost in the middle of a question to the model, is asked again by the next one only', async () => {
    const house = new House([never, 'Hello again.']);
    const [a, b] = [house.node(), house.node()];
    const first = await enter(a);
    first.session.receive({ type: 'user.message', id: 'm1', text: 'Hi' });
    await settled();
    const second = await enter(b, first.page);
    await settled();
    first.session.receive({ type: 'turn.cancel', turn: 1 });
    await settled();
    assert.equal(
      second.page
        .of('turn.text')
        .map(({ text }) => text)
        .join(''),
      'Hello again.',
    );
    assert.deepEqual(second.page.of('turn.text').map(({ attempt }) => attempt)[0], 2);
    assert.deepEqual(await ends(house, second.page), ['answered']);
  });
});

suite('a server that goes away', () => {
  for (const [what, steps] of [
    ['a call', [put, 'Done.']],
    ['a question to the model', [never, 'Done.']],
  ] as const) {
    test(`in the middle of ${what} leaves the turn to the next one`, async () => {
      const house = new House(steps);
      const [a, b] = [house.node(), house.node()];
      const first = await enter(a);
      first.session.receive({ type: 'user.message', id: 'm1', text: 'Go.' });
      await settled();
      a.goAway();
      await settled();
      assert.equal(first.page.of('notice')[0]?.retryInMs, 1_000);
      assert.equal(first.page.closed, closeCode.goingAway);
      assert.deepEqual(await ends(house, first.page), []);
      const second = await enter(b, first.page);
      second.session.receive(result);
      await settled();
      assert.deepEqual(await ends(house, second.page), ['answered']);
    });
  }

  test('takes up no session any more', async () => {
    const house = new House(['Hello.']);
    const a = house.node();
    const { page } = await enter(a);
    a.goAway();
    await assert.rejects(enter(a, page), { code: 'unavailable' });
    await assert.rejects(enter(a), { code: 'unavailable' });
  });
});

suite('a page that reloads in the middle of an approval', () => {
  for (const isElsewhere of [false, true]) {
    test(`gets the call back ${isElsewhere ? 'from another server' : ''} with the time that is left, and it runs once`, async () => {
      const house = new House([put, 'Done.']);
      const { a, b, first } = await midCall(house);
      first.session.receive({ type: 'tool.status', call: '1.1.0', status: { state: 'asking', remainingMs: 300_000 } });
      await settled();
      first.session.detach(first.page);
      house.clock.advance(20_000);
      const second = await enter(isElsewhere ? b : a, first.page, { page: 'p2' });
      const [call] = second.page.of('tool.call');
      assert.deepEqual([call?.call, call?.remainingMs], ['1.1.0', 280_000]);
      house.clock.advance(200_000);
      assert.equal(second.page.of('tool.cancel').length, 0, 'the person has the rest of their time');
      second.session.receive(result);
      await settled();
      second.session.receive(result);
      await settled();
      const results = (await house.events(second.page.welcome.session)).filter(({ type }) => type === 'result');
      assert.equal(results.length, 1);
      assert.equal(second.page.of('turn.ended').length, 1);
    });
  }
});

suite('a store that fails for a while', () => {
  test('closes the page with 4500; the turn goes on from the log when it returns', async () => {
    let flaky: FlakyStore | undefined;
    const house = new House([put, 'Done.'], { store: (memory) => (flaky = new FlakyStore(memory, () => 0)) });
    const a = house.node();
    const first = await enter(a);
    first.session.receive({ type: 'user.message', id: 'm1', text: 'Go.' });
    await settled();
    Object.assign(flaky ?? {}, { isDown: true });
    first.session.receive(result);
    await settled();
    assert.equal(first.page.closed, closeCode.internal);
    await assert.rejects(enter(a, first.page), { code: 'unavailable' });
    Object.assign(flaky ?? {}, { isDown: false });
    const second = await enter(a, first.page);
    second.session.receive({ type: 'user.message', id: 'm1', text: 'Go.' });
    second.session.receive(result);
    await settled();
    assert.deepEqual(await ends(house, second.page), ['answered']);
    assert.equal(house.script.requests.length, 2);
    assert.equal(a.size, 1);
  });
});

suite('a message that is sent again', () => {
  test('during its turn, after it and long after it is answered once', async () => {
    const house = new House([put, ...Array.from({ length: 30 }, (_, n) => `Answer ${n}.`)]);
    const { first } = await midCall(house);
    const say = async (id: string): Promise<void> => {
      first.session.receive({ type: 'user.message', id, text: 'Go.' });
      await settled();
    };
    await say('m1');
    first.session.receive(result);
    await settled();
    await say('m1');
    for (let n = 2; n <= 25; n += 1) await say(`m${n}`);
    await say('m1');
    assert.equal(first.page.of('turn.started').length, 25);
    assert.equal(house.script.requests.length, 26);
  });
});
