import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { AgentError, type ErrorCode } from '../../shared/errors.ts';
import type { Visit } from './admission.ts';
import type { Caller } from './caller.ts';
import { countsAway, countsOf } from './counts.fixture.ts';
import { arrivalOf, doorOf, origin, secret, secrets } from './door.fixture.ts';
import type { Door } from './door.ts';
import { mintTicket } from './mint-ticket.ts';
import { unbounded } from './unbounded.ts';
import type { Visitor } from './visitor.ts';

const usage = { inputTokens: 60, outputTokens: 40 };

async function arrive(door: Door, remote?: string): Promise<Caller> {
  return (await door.arrive(arrivalOf(remote))) ?? assert.fail('It was turned away.');
}

/** Somebody who comes from an address without a ticket. */
async function meet(door: Door, remote?: string): Promise<Visitor> {
  return (await arrive(door, remote)).identify(undefined, undefined);
}

function ticketFor(sub: string, changes: { tools?: string[]; budget?: number } = {}): Promise<string> {
  return mintTicket({ secret, sub, origin, tools: ['memory_*'], budget: 1_000, ...changes });
}

async function codeOf(visitor: Visitor): Promise<ErrorCode | undefined> {
  return (await visitor.beginTurn())?.code;
}

function refusedBy(code: ErrorCode): (thrown: unknown) => boolean {
  return (thrown) => AgentError.is(thrown) && thrown.code === code;
}

suite('sockets', () => {
  test('are so many for an address, and room again when one is gone', async () => {
    const door = doorOf({ limits: { visitorSockets: 2 } });
    const first = await arrive(door);
    await arrive(door);
    assert.equal(await door.arrive(arrivalOf()), undefined);
    assert.ok(await door.arrive(arrivalOf('203.0.113.8')), 'another address');
    await first.leave();
    assert.ok(await door.arrive(arrivalOf()));
  });

  test('are counted together for all addresses of a household', async () => {
    const door = doorOf({ limits: { visitorSockets: 1 } });
    await arrive(door, '2001:db8:1:2::1');
    assert.equal(await door.arrive(arrivalOf('2001:db8:1:2:ffff::9')), undefined);
    assert.ok(await door.arrive(arrivalOf('2001:db8:1:3::1')));
  });

  test('are counted by what our proxy says, and by nothing that a stranger says', async () => {
    const behindProxy = doorOf({ proxies: 1, limits: { visitorSockets: 1 } });
    const from = (client: string) => arrivalOf('10.0.0.1', { 'x-forwarded-for': `9.9.9.9, ${client}` });
    assert.ok(await behindProxy.arrive(from('203.0.113.7')));
    assert.ok(await behindProxy.arrive(from('203.0.113.8')));
    assert.equal(await behindProxy.arrive(from('203.0.113.7')), undefined);

    const bare = doorOf({ limits: { visitorSockets: 1 } });
    assert.ok(await bare.arrive(arrivalOf('203.0.113.7', { 'x-forwarded-for': '1.1.1.1' })));
    assert.equal(await bare.arrive(arrivalOf('203.0.113.7', { 'x-forwarded-for': '2.2.2.2' })), undefined);
  });

  test('count for the subject once there is a ticket: an office behind one address has room', async () => {
    const door = doorOf({ secrets, limits: { visitorSockets: 2 } });
    for (let person = 0; person < 10; person += 1) {
      await (await arrive(door)).identify(await ticketFor(`person-${person}`), undefined);
    }
    for (let socket = 0; socket < 1; socket += 1)
      await (await arrive(door)).identify(await ticketFor('person-0'), undefined);
    const third = await arrive(door);
    await assert.rejects(third.identify(await ticketFor('person-0'), undefined), refusedBy('too_fast'));
  });

  test('leave no place behind, whenever they go', async () => {
    const counts = countsOf();
    const door = doorOf({ secrets, counts });
    const early = await arrive(door);
    await early.leave();
    const late = await arrive(door);
    await late.identify(await ticketFor('a'), undefined);
    await late.leave();
    const meanwhile = await arrive(door);
    const identified = meanwhile.identify(await ticketFor('b'), undefined);
    await meanwhile.leave();
    await identified;
    assert.deepEqual([...counts.held.values()].filter(Boolean), []);
  });

  test('are not let in while nobody can count them', async () => {
    await assert.rejects(doorOf({ counts: countsAway }).arrive(arrivalOf()), /ECONNREFUSED/);
  });
});

suite('without tickets, a visitor', () => {
  test('may use every tool that the page offers', async () => {
    const visitor = await meet(doorOf());
    assert.equal(visitor.subject, undefined);
    assert.equal(visitor.mayUse('cart_add'), true);
  });

  test('says hello so many times a minute, over all sockets of the address', async () => {
    const clock = { now: Date.UTC(2026, 10, 30) };
    const counts = countsOf(() => clock.now);
    const door = doorOf({ counts, now: () => clock.now, limits: { visitorHellosPerMinute: 2 } });
    await meet(door);
    await meet(door);
    await assert.rejects(meet(door), refusedBy('too_fast'));
    await meet(door, '203.0.113.8');
    clock.now += 60_000;
    await meet(door);
  });

  test('says so many messages a minute, over all sockets of the address', async () => {
    const clock = { now: Date.UTC(2026, 10, 30) };
    const counts = countsOf(() => clock.now);
    const door = doorOf({ counts, now: () => clock.now, limits: { visitorMessagesPerMinute: 2, visitorTurns: 9 } });
    const [one, other] = [await meet(door), await meet(door)];
    assert.deepEqual([await codeOf(one), await codeOf(other)], [undefined, undefined]);
    clock.now += 20_000;
    assert.deepEqual(await one.beginTurn(), {
      code: 'rate_limited',
      message: 'Those were many messages in a short time. Send it again in 40 seconds.',
    });
    assert.equal(await codeOf(await meet(door, '203.0.113.8')), undefined, 'another address');
    clock.now += 40_000;
    assert.equal(await codeOf(one), undefined);
  });

  test('has so many turns at a time, and the next when one has ended', async () => {
    const door = doorOf({ limits: { visitorTurns: 1 } });
    const [one, other] = [await meet(door), await meet(door)];
    assert.equal(await codeOf(one), undefined);
    assert.match((await other.beginTurn())?.message ?? '', /when one of them has ended\.$/);
    one.endTurn(usage);
    one.endTurn(usage);
    assert.equal(await codeOf(other), undefined);
    assert.equal(await codeOf(one), 'rate_limited', 'a second end gives no second place back');
  });

  test('has so many tokens a day, however often they come back', async () => {
    const clock = { now: Date.UTC(2026, 10, 30, 18, 30) };
    const counts = countsOf(() => clock.now);
    const door = doorOf({ counts, now: () => clock.now, limits: { visitorTokensPerDay: 100 } });
    const visitor = await meet(door);
    assert.equal(await codeOf(visitor), undefined);
    visitor.endTurn(usage);
    assert.deepEqual(await (await meet(door)).beginTurn(), {
      code: 'budget_exceeded',
      message: 'Your share of the assistant is used up for today. Come back in 6 hours.',
    });
    assert.equal(await codeOf(await meet(door, '203.0.113.8')), undefined);
    clock.now += 6 * 3_600_000;
    assert.equal(await codeOf(visitor), undefined);
  });

  test('is told that nobody can be answered when the whole server has used up its day', async () => {
    const counts = countsOf();
    const [door, node] = [1, 2].map(() => doorOf({ counts, limits: { serverTokensPerDay: 100 } }));
    if (!door || !node) return assert.fail();
    (await meet(door)).endTurn(usage);
    const refusal = await (await meet(node, '203.0.113.9')).beginTurn();
    assert.equal(refusal?.code, 'budget_exceeded');
    assert.match(refusal.message, /^The assistant has answered all that it may today\. Come back in \d+ \w+\.$/);
  });

  test('is not answered while nobody can count', async () => {
    const { take, add } = countsAway;
    const limits = { visitorHellosPerMinute: unbounded };
    for (const away of [{ take }, { add }]) {
      const counts = { ...countsOf(), ...away };
      assert.equal(await codeOf(await meet(doorOf({ counts, limits }))), 'model_unavailable');
    }
  });

  test('is not counted where there are no bounds', async () => {
    const [visitorSockets, visitorMessagesPerMinute, visitorTurns] = [unbounded, unbounded, unbounded];
    const visitorHellosPerMinute = unbounded;
    const tokens = { visitorTokensPerDay: unbounded, serverTokensPerDay: unbounded };
    const limits = { visitorSockets, visitorHellosPerMinute, visitorMessagesPerMinute, visitorTurns, ...tokens };
    const visitor = await meet(doorOf({ counts: countsAway, limits }));
    assert.equal(await codeOf(visitor), undefined);
    visitor.endTurn(usage);
  });
});

suite('with tickets, a visitor', () => {
  test('may use what the ticket names, and their own tokens', async () => {
    const door = doorOf({ secrets });
    const visitor = await (await arrive(door)).identify(await ticketFor('a', { budget: 100 }), undefined);
    assert.equal(visitor.subject, 'a');
    assert.deepEqual(['memory_get', 'clipboard_write'].map(visitor.mayUse), [true, false]);
    visitor.endTurn(usage);
    const again = await (await arrive(door, '198.51.100.1')).identify(await ticketFor('a', { budget: 100 }), undefined);
    assert.equal(await codeOf(again), 'budget_exceeded', 'from another address');
    const other = await (await arrive(door)).identify(await ticketFor('b', { budget: 100 }), undefined);
    assert.equal(await codeOf(other), undefined, 'somebody else at the same address');
  });

  test('needs one', async () => {
    const caller = await arrive(doorOf({ secrets }));
    await assert.rejects(caller.identify(undefined, undefined), refusedBy('ticket_refused'));
  });

  test('comes back a moment later without one, as who they were', async () => {
    const door = doorOf({ secrets });
    const visitor = await (await arrive(door)).identify(await ticketFor('a'), undefined);
    assert.equal(await (await arrive(door)).identify(undefined, visitor), visitor);
    assert.equal(await (await arrive(door)).identify('used or wrong', visitor), visitor);
  });

  test('who shows the ticket of somebody else is somebody else', async () => {
    const door = doorOf({ secrets });
    const visitor = await (await arrive(door)).identify(await ticketFor('a'), undefined);
    assert.equal((await (await arrive(door)).identify(await ticketFor('b'), visitor)).subject, 'b');
  });
});

suite("the operator's own check", () => {
  test('is asked before the first message, with who it is, and not again after a yes', async () => {
    const visits: Visit[] = [];
    const door = doorOf({ secrets, admit: (visit) => visits.push(visit) > 0 || { refuse: 'No.' } });
    const headers = { 'user-agent': 'UA', cookie: 'sid=1', authorization: 'Basic x', 'x-forwarded-for': '1.1.1.1' };
    const caller = (await door.arrive(arrivalOf('203.0.113.7', headers))) ?? assert.fail();
    const visitor = await caller.identify(await ticketFor('a'), undefined);
    assert.deepEqual(visits, []);
    await visitor.beginTurn();
    await visitor.beginTurn();
    const shown = { 'user-agent': 'UA', cookie: 'sid=1' };
    assert.deepEqual(visits, [{ origin, address: '203.0.113.7', subject: 'a', headers: shown }]);
  });

  test('is asked again after a no, and holds no place of whom it refused', async () => {
    const answers = [{ refuse: 'Sign in first.' }, { refuse: 'Sign in first.' }, true] as const;
    let asked = 0;
    const door = doorOf({ limits: { visitorTurns: 1 }, admit: () => answers[(asked += 1) - 1] ?? true });
    const visitor = await meet(door);
    assert.deepEqual(
      [await codeOf(visitor), await codeOf(visitor), await codeOf(visitor)],
      ['policy_denied', 'policy_denied', undefined],
    );
  });
});
