import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { keyOf, type SessionEvent } from '../loop/event.ts';
import { emptyState, historyOf, reduce } from '../loop/state.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import { SessionLog } from './session-log.ts';

type Store = SessionStore<SessionEvent>;

const attached: SessionEvent = { type: 'attached', tab: 't1', page: 'p1', ledger: 'l1', tokenHash: 'h1' };

function user(turn: number): SessionEvent {
  return { type: 'user', turn, message: `m${turn}`, text: 'Hi', toolChoice: 'auto' };
}

function end(turn: number): SessionEvent {
  return { type: 'end', turn, reason: 'answered', usage: { inputTokens: 0, outputTokens: 0 } };
}

function newStore(): Store {
  return new MemorySessionStore<SessionEvent>({ expiryMs: 1_000 });
}

/** A log, and what it told of. */
async function open(store: Store) {
  const { lease, events } = await store.acquire('s1', 'o1');
  const told: string[] = [];
  const log: SessionLog = new SessionLog({
    store,
    lease,
    events,
    onEvent: ({ id, event }) => told.push(`${id} ${event.type}, state at ${log.state.lastId}`),
    onFenced: () => told.push('fenced'),
  });
  return { log, told };
}

suite('append', () => {
  test('applies what the log took in, and tells of it with the state behind it', async () => {
    const { log, told } = await open(newStore());
    assert.equal(await log.append(user(1)), true);
    assert.deepEqual(told, ['1 user, state at 1']);
    assert.equal(log.state.turn?.message, 'm1');
  });

  test('applies what was there already no second time, and tells nobody', async () => {
    const { log, told } = await open(newStore());
    await log.append(user(1));
    assert.equal(await log.append(user(1)), false);
    assert.equal(told.length, 1);
    assert.equal(historyOf(log.state).length, 1);
  });

  test('applies nothing under a lease that was lost, and says so', async () => {
    const store = newStore();
    const former = await open(store);
    const current = await open(store);
    assert.equal(await former.log.append(user(1)), false);
    assert.deepEqual(former.told, ['fenced']);
    assert.equal(former.log.state.turn, undefined);
    assert.equal(await current.log.append(user(1)), true);
    assert.ok(current.log.epoch > former.log.epoch);
  });

  test('rejects when the store does, and applies nothing', async () => {
    const store = newStore();
    const { log, told } = await open({ ...methodsOf(store), append: async () => assert.fail('disk full') });
    await assert.rejects(async () => log.append(user(1)), /disk full/);
    assert.deepEqual(told, []);
    assert.equal(log.state.lastId, undefined);
  });

  test('keeps the order of events that nobody waited for', async () => {
    const { log, told } = await open(newStore());
    await Promise.all([log.append(attached), log.append(user(1)), log.append(end(1))]);
    assert.deepEqual(
      told.map((line) => line.split(',')[0]),
      ['1 attached', '2 user', '3 end'],
    );
  });
});

suite('a log that is opened again', () => {
  test('has the state that follows from its events', async () => {
    const store = newStore();
    const { log } = await open(store);
    for (const event of [attached, user(1), end(1), user(2)]) await log.append(event);
    const again = await open(store);
    assert.deepEqual(again.log.state, log.state);
    assert.deepEqual(again.log.state, ((await store.read('s1')) ?? []).reduce(reduce, emptyState));
    assert.deepEqual(again.told, [], 'what was told before is not told again');
  });

  test('writes each key once over all its owners', async () => {
    const store = newStore();
    const first = await open(store);
    await first.log.append(user(1));
    const second = await open(store);
    assert.equal(keyOf(user(1)), 'u:m1');
    assert.equal(await second.log.append(user(1)), false);
  });
});

suite('messagesAfter', () => {
  async function told(offset: string | undefined): Promise<string[]> {
    const store = newStore();
    const { log } = await open(store);
    for (const event of [attached, user(1), end(1), user(2)]) await log.append(event);
    const again = await open(store);
    assert.deepEqual(
      again.log.messagesAfter(offset, 0),
      log.messagesAfter(offset, 0),
      'an old owner and a new one agree',
    );
    return log
      .messagesAfter(offset, 0)
      .map((message) => ('at' in message ? `${message.at} ${message.type}` : message.type));
  }

  test('tells a page that saw nothing everything', async () => {
    assert.deepEqual(await told(undefined), ['2 turn.started', '3 turn.ended', '4 turn.started']);
  });

  test('tells a page what lies behind its offset', async () => {
    assert.deepEqual(await told('2'), ['3 turn.ended', '4 turn.started']);
    assert.deepEqual(await told('4'), []);
  });

  for (const offset of ['99', '', 'x']) {
    test(`announces that it can not go on from "${offset}", and tells everything`, async () => {
      assert.deepEqual(await told(offset), ['notice', '2 turn.started', '3 turn.ended', '4 turn.started']);
    });
  }

  test('tells nothing of an empty log', async () => {
    assert.deepEqual((await open(newStore())).log.messagesAfter(undefined, 0), []);
  });

  test('ends with the last event of which live messages told, though another owner goes on', async () => {
    const store = newStore();
    const former = await open(store);
    await former.log.append(user(1));
    const current = await open(store);
    await current.log.append(end(1));
    assert.equal(await former.log.append(end(1)), false);
    const types = former.log.messagesAfter(undefined, 0).map(({ type }) => type);
    assert.deepEqual(types, ['turn.started']);
  });

  test('leaves out an event that is still on its way: it will be told live', async () => {
    const store = newStore();
    const slow = {
      ...methodsOf(store),
      append: async (...event: Parameters<Store['append']>) => store.append(...event),
    };
    const { log, told: live } = await open(slow);
    await log.append(user(1));
    const onItsWay = log.append(end(1));
    assert.deepEqual(
      log.messagesAfter(undefined, 0).map(({ type }) => type),
      ['turn.started'],
    );
    await onItsWay;
    assert.equal(live.at(-1), '2 end, state at 2');
  });
});

function methodsOf(store: Store): Store {
  return {
    acquire: (session, owner) => store.acquire(session, owner),
    append: (lease, key, event) => store.append(lease, key, event),
    read: (session, after) => store.read(session, after),
    touch: (session) => store.touch(session),
    destroy: (session) => store.destroy(session),
    ready: () => store.ready(),
    close: () => store.close(),
  };
}

suite('a store that answers late', () => {
  /** A log whose answers the test lets come. */
  async function openLate() {
    const store = newStore();
    const answers: ((fails?: boolean) => void)[] = [];
    const append: Store['append'] = async (...event) => {
      const appended = await store.append(...event);
      await new Promise<void>((resolve, reject) => {
        answers.push((fails) => (fails ? reject(new Error('cut off')) : resolve()));
      });
      return appended;
    };
    return { ...(await open({ ...methodsOf(store), append })), answers, store };
  }
  const flushed = (): Promise<unknown> => new Promise(setImmediate);

  test('is heard in the order of the log, whichever answer comes first', async () => {
    const { log, told, answers } = await openLate();
    const appended = Promise.all([log.append(attached), log.append(user(1))]);
    await flushed();
    answers[1]?.();
    await flushed();
    assert.deepEqual(told, []);
    answers[0]?.();
    assert.deepEqual(await appended, [true, true]);
    assert.deepEqual(told, ['1 attached, state at 1', '2 user, state at 2']);
  });

  test('and fails, leaves a log that is over: what may be missing is not told around', async () => {
    const { log, told, answers } = await openLate();
    const lost = assert.rejects(async () => log.append(attached), /cut off/);
    const behind = log.append(user(1));
    await flushed();
    answers[1]?.();
    answers[0]?.(true);
    await lost;
    assert.equal(await behind, false);
    assert.deepEqual(told, []);
    assert.equal(log.isOver, true);
    assert.equal(log.append(end(1)), false);
  });

  test('to an owner that has let go is still heard', async () => {
    const { log, told, answers } = await openLate();
    const appended = log.append(attached);
    await flushed();
    log.letGo();
    answers[0]?.();
    assert.equal(await appended, true);
    assert.equal(told.length, 1);
  });
});

suite('a conversation that is too long to be told', () => {
  async function long() {
    const { log } = await open(newStore());
    const text = 'x'.repeat(400_000);
    for (const turn of [1, 2, 3]) {
      const step = { raw: {}, text, calls: [], finish: 'answered' } as const;
      for (const event of [user(turn), { type: 'model', turn, round: 1, step } as const, end(turn)])
        await log.append(event);
    }
    return (offset?: string) =>
      log.messagesAfter(offset, 0).map((one) => ('turn' in one ? `${one.type} ${one.turn}` : one.type));
  }

  test('is told from its newest turns, and the person is told so', async () => {
    const after = await long();
    const two = [2, 3].flatMap((turn) => [`turn.started ${turn}`, `turn.text ${turn}`, `turn.ended ${turn}`]);
    assert.deepEqual(after(), ['notice', ...two]);
    assert.deepEqual(after('1'), ['notice', 'notice', ...two], 'and begun anew by a page that had its start');
    assert.deepEqual(after('3'), two);
  });
});
