import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { ToolResult } from '../../shared/protocol.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { outcome } from './outcomes.ts';
import { PendingCalls, type CallTerms } from './pending-calls.ts';

const read = { readOnly: true, timeoutMs: 30_000 };
const effect = { readOnly: false, timeoutMs: 30_000 };
const fine: ToolResult = { ok: true, value: 'fine' };

/** Pending calls with a clock that stands still, and what happened to each call so far. */
class Bench {
  readonly clock = new FakeClock();
  readonly told: string[] = [];
  readonly settled = new Map<string, string>();
  readonly pending = new PendingCalls({
    clock: this.clock,
    approvalMs: 300_000,
    cancelGraceMs: 2_000,
    onDeadline: (call) => this.told.push(`${call} at ${this.clock.now()}`),
  });

  open(call: string, kind: CallTerms): void {
    void this.pending.open(call, kind).then((result) => {
      this.settled.set(call, result.ok ? 'ok' : result.error.code);
    });
  }

  /** Moves the clock and lets promises run. */
  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    await new Promise(setImmediate);
  }
}

suite('a call that the person stopped', () => {
  test('is unknown when it may have acted, and cancelled when it reads or was still a question', async () => {
    const bench = new Bench();
    bench.open('effect', effect);
    bench.open('read', read);
    bench.open('asked', effect);
    bench.pending.pause('asked', 300_000);
    bench.pending.stopAll();
    await bench.advance(0);
    assert.deepEqual(Object.fromEntries(bench.settled), {
      effect: 'unknown_outcome',
      read: 'cancelled',
      asked: 'cancelled',
    });
  });

  test('is unknown, too, when it was allowed and runs', async () => {
    const bench = new Bench();
    bench.open('allowed', effect);
    bench.pending.pause('allowed', 300_000);
    bench.pending.resume('allowed');
    bench.pending.stopAll();
    await bench.advance(0);
    assert.equal(bench.settled.get('allowed'), 'unknown_outcome');
  });
});

test('a question can be given its time again twice, and then it is over however often it is asked', async () => {
  const bench = new Bench();
  bench.open('1.1.0', effect);
  for (let asked = 0; asked < 10; asked += 1) {
    bench.pending.pause('1.1.0', 300_000);
    await bench.advance(100_000);
  }
  assert.deepEqual(bench.told, ['1.1.0 at 502000']);
  assert.equal(bench.settled.get('1.1.0'), 'unknown_outcome');
});

test('a question that is told again ends when it was to end, though it was on its way for a while', async () => {
  const bench = new Bench();
  bench.open('1.1.0', effect);
  assert.equal(bench.pending.pause('1.1.0', 300_000), 300_000);
  await bench.advance(100_000);
  for (let told = 0; told < 5; told += 1) assert.equal(bench.pending.pause('1.1.0', 201_000), 300_000);
  assert.equal(bench.pending.pause('1.1.0', 150_000), 250_000, 'sooner is always possible');
  assert.equal(bench.pending.pause('unknown', 1), undefined);
});

test('a decision that nobody was asked for gives no more time', async () => {
  const bench = new Bench();
  bench.open('1.1.0', effect);
  await bench.advance(29_000);
  bench.pending.resume('1.1.0');
  await bench.advance(1_000);
  assert.deepEqual(bench.told, ['1.1.0 at 30000']);
});

suite('a call in flight', () => {
  test('settles with the answer of the browser and leaves no timer behind', async () => {
    const bench = new Bench();
    const answer = bench.pending.open('1.1.0', read);
    assert.equal(bench.pending.has('1.1.0'), true);
    assert.equal(bench.pending.settle('1.1.0', fine), true);
    assert.equal(await answer, fine);
    assert.equal(bench.pending.has('1.1.0'), false);
    assert.equal(bench.clock.waiting, 0);
  });

  test('is settled once: a repeated answer is told apart', async () => {
    const bench = new Bench();
    const answer = bench.pending.open('1.1.0', read);
    bench.pending.settle('1.1.0', fine);
    assert.equal(bench.pending.settle('1.1.0', { ok: true, value: 'again' }), false);
    assert.equal(await answer, fine);
  });

  test('gets only its own answer, in whatever order answers come', async () => {
    const bench = new Bench();
    for (const call of ['1.1.0', '1.1.1', '1.1.2']) bench.open(call, read);
    bench.pending.settle('1.1.2', fine);
    bench.pending.settle('1.1.0', outcome('unsupported'));
    await bench.advance(0);
    assert.deepEqual(
      [...bench.settled],
      [
        ['1.1.2', 'ok'],
        ['1.1.0', 'unsupported'],
      ],
    );
    assert.deepEqual(bench.pending.ids, ['1.1.1']);
  });

  for (const call of ['9.9.9', '__proto__', 'constructor', '']) {
    test(`nobody waits for ${call || 'an empty id'} (072)`, () => {
      const { pending } = new Bench();
      assert.equal(pending.has(call), false);
      assert.equal(pending.settle(call, fine), false);
      pending.pause(call, 1_000);
      pending.resume(call);
    });
  }
});

suite('the deadline', () => {
  for (const [what, kind, code] of [
    ['a read that gives no answer has timed out', read, 'timeout'],
    ['an effect that gives no answer may have happened', effect, 'unknown_outcome'],
  ] as const) {
    test(`tells the browser, waits for its word, and then: ${what}`, async () => {
      const bench = new Bench();
      bench.open('1.1.0', kind);
      await bench.advance(29_999);
      assert.deepEqual(bench.told, []);
      await bench.advance(1);
      assert.deepEqual(bench.told, ['1.1.0 at 30000']);
      await bench.advance(1_999);
      assert.equal(bench.settled.size, 0);
      await bench.advance(1);
      assert.deepEqual([...bench.settled], [['1.1.0', code]]);
      assert.equal(bench.clock.waiting, 0);
    });
  }

  test('takes the word of the browser that comes in the grace', async () => {
    const bench = new Bench();
    bench.open('1.1.0', effect);
    await bench.advance(31_000);
    assert.equal(bench.pending.settle('1.1.0', fine), true);
    await bench.advance(60_000);
    assert.deepEqual([...bench.settled], [['1.1.0', 'ok']]);
    assert.equal(bench.told.length, 1);
  });

  test('is one for each call', async () => {
    const bench = new Bench();
    bench.open('1.1.0', { readOnly: true, timeoutMs: 1_000 });
    bench.open('1.1.1', { readOnly: true, timeoutMs: 5_000 });
    await bench.advance(4_000);
    assert.deepEqual([...bench.settled], [['1.1.0', 'timeout']]);
    await bench.advance(4_000);
    assert.deepEqual(bench.told, ['1.1.0 at 1000', '1.1.1 at 5000']);
  });
});

suite('while the person decides', () => {
  test('the deadline stands still, and the tool has all its time afterwards', async () => {
    const bench = new Bench();
    bench.open('1.1.0', effect);
    await bench.advance(29_000);
    bench.pending.pause('1.1.0', 300_000);
    await bench.advance(299_000);
    assert.deepEqual(bench.told, []);
    bench.pending.resume('1.1.0');
    await bench.advance(29_999);
    assert.deepEqual(bench.told, []);
    await bench.advance(1);
    assert.deepEqual(bench.told, ['1.1.0 at 358000']);
  });

  test('a browser that never comes back to it is told, a little after the card has expired there', async () => {
    const bench = new Bench();
    bench.open('1.1.0', effect);
    bench.pending.pause('1.1.0', 60_000);
    await bench.advance(61_999);
    assert.deepEqual(bench.told, []);
    await bench.advance(1);
    assert.deepEqual(bench.told, ['1.1.0 at 62000']);
  });

  for (const remainingMs of [300_001, 1e9, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
    test(`a browser that claims ${remainingMs} ms gets no more than the limit`, async () => {
      const bench = new Bench();
      bench.open('1.1.0', effect);
      bench.pending.pause('1.1.0', remainingMs);
      await bench.advance(302_000);
      assert.deepEqual(bench.told, ['1.1.0 at 302000']);
    });
  }

  test('only that call stands still', async () => {
    const bench = new Bench();
    bench.open('1.1.0', read);
    bench.open('1.1.1', read);
    bench.pending.pause('1.1.1', 300_000);
    await bench.advance(40_000);
    assert.deepEqual([...bench.settled], [['1.1.0', 'timeout']]);
    assert.deepEqual(bench.pending.ids, ['1.1.1']);
  });

  for (const late of ['pause', 'resume'] as const) {
    test(`a ${late} that crosses the end of its time changes nothing`, async () => {
      const bench = new Bench();
      bench.open('1.1.0', effect);
      await bench.advance(30_000);
      if (late === 'pause') bench.pending.pause('1.1.0', 300_000);
      else bench.pending.resume('1.1.0');
      await bench.advance(2_000);
      assert.deepEqual([...bench.settled], [['1.1.0', 'unknown_outcome']]);
      assert.equal(bench.told.length, 1);
    });
  }
});

suite('settleAll', () => {
  test('settles every call, paused or expired, with one outcome, and no timer is left', async () => {
    const bench = new Bench();
    bench.open('1.1.0', { readOnly: true, timeoutMs: 1_000 });
    bench.open('1.1.1', read);
    bench.open('1.1.2', read);
    bench.pending.pause('1.1.2', 300_000);
    await bench.advance(1_500);
    bench.pending.settleAll(outcome('cancelled'));
    await bench.advance(0);
    assert.deepEqual([...bench.settled.values()], ['cancelled', 'cancelled', 'cancelled']);
    assert.deepEqual(bench.pending.ids, []);
    assert.equal(bench.clock.waiting, 0);
  });
});

suite('a call that was open before', () => {
  test('is opened once, however often it is asked for', async () => {
    const bench = new Bench();
    const first = bench.pending.open('a', effect);
    assert.equal(bench.pending.open('a', effect), first);
    assert.equal(bench.clock.waiting, 1);
  });

  test('and sent again has all its time before it', async () => {
    const bench = new Bench();
    bench.open('a', effect);
    await bench.advance(29_000);
    bench.pending.restart('a');
    await bench.advance(29_999);
    assert.deepEqual(bench.told, []);
    await bench.advance(1);
    assert.deepEqual(bench.told, ['a at 59000']);
    bench.pending.restart('a');
    bench.pending.restart('unknown');
    await bench.advance(2_000);
    assert.equal(bench.settled.get('a'), 'unknown_outcome', 'time that was up stays up');
  });

  test('and sent again while the person decides leaves them the time that they had', async () => {
    const bench = new Bench();
    bench.open('a', effect);
    bench.pending.pause('a', 300_000);
    await bench.advance(100_000);
    bench.pending.restart('a');
    bench.pending.pause('a', 200_000);
    await bench.advance(201_999);
    assert.deepEqual(bench.told, []);
    await bench.advance(1);
    assert.deepEqual(bench.told, ['a at 302000']);
  });

  test('and that the person was asked about elsewhere waits for them, and then for the tool', async () => {
    const bench = new Bench();
    await bench.advance(1_000);
    bench.open('a', { ...effect, askedUntil: 101_000 });
    bench.open('late', { ...effect, askedUntil: 500 });
    await bench.advance(129_999);
    assert.deepEqual(bench.told, ['late at 31000']);
    await bench.advance(1);
    assert.deepEqual(bench.told, ['late at 31000', 'a at 131000']);
  });

  test('is asked about for as long as was left of it', async () => {
    const bench = new Bench();
    bench.open('a', { ...effect, askedUntil: 100_000 });
    bench.pending.pause('a', 100_000);
    await bench.advance(102_000);
    assert.deepEqual(bench.told, ['a at 102000']);
  });
});
