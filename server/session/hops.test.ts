import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { closeCode, type ToolResult } from '../../shared/protocol.ts';
import { FakePage } from './fake-page.fixture.ts';
import { FlakyStore, ticks } from './flaky-store.fixture.ts';
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
      assert.equal(first.page.of('notice')[0]?.retryInMs, 4_000);
      assert.equal(first.page.closed, closeCode.goingAway);
      assert.deepEqual(await ends(house, first.page), []);
      const second = await enter(b, first.page);
      second.session.receive(result);
      await settled();
      assert.deepEqual(await ends(house, second.page), ['answered']);
    });
  }

  test('spreads the return of its pages: no second gets more than a seventh of them (058)', async () => {
    const node = new House().node();
    const pages = await Promise.all(Array.from({ length: 200 }, async () => (await enter(node)).page));
    node.goAway();
    const seconds = new Map<number, number>();
    for (const page of pages) {
      assert.equal(page.closed, closeCode.goingAway);
      const second = Math.floor((page.of('notice')[0]?.retryInMs ?? 0) / 1_000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    assert.ok(Math.max(...seconds.values()) <= 200 / 7, JSON.stringify([...seconds]));
  });

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

suite('a result that was on its way when its server died', () => {
  test('is taken from the page that says it again, and its tool does not run again (025)', async () => {
    for (const chance of [0, 0.9]) {
      const flaky: FlakyStore[] = [];
      const house = new House([put, 'Done.'], {
        store: (memory) => {
          const store = new FlakyStore(memory, () => chance);
          flaky.push(store);
          return store;
        },
      });
      const [a, b] = [house.node(), house.node()];
      const first = await enter(a);
      first.session.receive({ type: 'user.message', id: 'm1', text: 'Go.' });
      await ticks(60);
      first.session.receive(result);
      Object.assign(flaky[0] ?? {}, { isDead: true });
      await ticks(60);
      assert.equal(first.page.of('turn.ended').length, 0, 'nothing tells the page that it may forget the result');

      const second = await enter(b, first.page);
      second.session.receive({ type: 'user.message', id: 'm1', text: 'Go.' });
      second.session.receive(result);
      await ticks(120);
      assert.equal(first.page.of('tool.call').length + second.page.of('tool.call').length, 1);
      assert.deepEqual(await ends(house, second.page), ['answered']);
      assert.match(JSON.stringify(house.script.requests.at(-1)?.history), /stored/);
    }
  });
});

suite('a call whose page is gone', () => {
  for (const [what, changes] of [
    ['in another tab', { page: 'p2', tab: 't2', ledger: 'l2' }],
    ['in its tab, where it had begun', { page: 'p2', calls: [{ call: '1.1.0', hash: 'h', state: 'started' }] }],
    ['in its tab, which has forgotten', { page: 'p2', ledger: 'l2' }],
  ] as const) {
    test(`and comes back ${what}, is unknown: the model is told, and nothing runs again (026)`, async () => {
      const house = new House([put, 'Shall I do it again?']);
      const { b, first } = await midCall(house);
      first.session.detach(first.page);
      const { page } = await enter(b, first.page, {
        ...changes,
        calls: [...('calls' in changes ? changes.calls : [])],
      });
      await settled();
      assert.deepEqual(page.of('tool.call'), []);
      assert.deepEqual(await ends(house, page), ['answered']);
      assert.match(JSON.stringify(house.script.requests.at(-1)?.history), /unknown_outcome/);
    });
  }
});

suite('a server that is restarted between a call and its result', () => {
  test('goes on with the declarations of before, whatever the page offers by then (024)', async () => {
    const pageTool = { name: 'cart_add', description: 'Adds.', inputSchema: {}, readOnly: false, definition: 'd1' };
    const house = new House([put, 'Done.', 'Next.']);
    const [a, b] = [house.node(), house.node()];
    const first = await enter(a, undefined, { pageTools: [pageTool] });
    first.session.receive({ type: 'user.message', id: 'm1', text: 'Go.' });
    await settled();
    a.goAway();
    const { session } = await enter(b, first.page, { builtins: ['memory_put'], pageTools: [] });
    session.receive(result);
    await settled();
    session.receive({ type: 'user.message', id: 'm2', text: 'And?' });
    await settled();
    const offered = house.script.requests.map(({ tools }) => tools.map(({ name }) => name));
    assert.ok(offered[0]?.includes('cart_add'));
    assert.deepEqual(offered[1], offered[0]);
    assert.deepEqual(offered[2], ['memory_put']);
  });
});

suite('an answer that is finished while its page is away', () => {
  test('is there, once, when the page is back, here or on another server (059)', async () => {
    for (const isElsewhere of [false, true]) {
      let say = (_words: string): void => {};
      const house = new House([() => new Promise<string>((resolve) => (say = resolve))]);
      const [a, b] = [house.node(), house.node()];
      const first = await enter(a);
      first.session.receive({ type: 'user.message', id: 'm1', text: 'Think.' });
      await settled();
      first.session.detach(first.page);
      house.clock.advance(5_000);
      say('I have thought.');
      await settled();
      house.clock.advance(3_000);
      const { page, session } = await enter(isElsewhere ? b : a, first.page);
      session.receive({ type: 'user.message', id: 'm1', text: 'Think.' });
      await settled();
      assert.deepEqual(page.types, ['welcome', 'turn.text', 'turn.ended']);
      assert.deepEqual(
        page.of('turn.text').map(({ text, whole }) => [text, whole]),
        [['I have thought.', true]],
      );
      assert.equal(house.script.requests.length, 1);
    }
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
