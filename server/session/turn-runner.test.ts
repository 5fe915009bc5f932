import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limits } from '../../shared/limits.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { scriptedModel, type ScriptedModel, type ScriptedStep } from '../../testing/scripted-model.ts';
import { silentLog } from '../log.ts';
import type { SessionEvent } from '../loop/event.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';
import { settled, type Store } from './house.fixture.ts';
import { LiveTextBuffer } from './live-text.ts';
import { outcome } from './outcomes.ts';
import { PendingCalls } from './pending-calls.ts';
import { SessionLog } from './session-log.ts';
import { TurnRunner } from './turn-runner.ts';

const put = { calls: [{ name: 'memory_put', args: { key: 'a', value: 1 } }] };
const get = { calls: [{ name: 'memory_get', args: { key: 'a' } }] };
const fine: ToolResult = { ok: true, value: 'fine' };
const never = (): Promise<string> => new Promise(() => {});

/** A runner on a log in memory, with a page that is told and does not answer. */
class Bench {
  readonly clock = new FakeClock();
  readonly model: ScriptedModel;
  readonly store: Store = new MemorySessionStore<SessionEvent>({ expiryMs: limits.sessionMs, now: this.clock.now });
  readonly calledOff: string[] = [];
  readonly failures: unknown[] = [];
  rests = 0;
  isAbandoned = false;
  readonly pending = new PendingCalls({
    clock: this.clock,
    approvalMs: limits.approvalMs,
    cancelGraceMs: limits.cancelGraceMs,
    onDeadline: () => {},
  });
  readonly log: SessionLog;
  readonly runner: TurnRunner;

  private constructor(model: ScriptedModel, log: (store: Store) => SessionLog) {
    this.model = model;
    this.log = log(this.store);
    this.runner = new TurnRunner({
      id: 'session',
      options: {
        ...{ store: this.store, model, limits, instructions: '', clock: this.clock, log: silentLog },
        ...{ soon: setImmediate, random: () => 0.5 },
      },
      log: this.log,
      pending: this.pending,
      serverCalls: { run: async () => undefined },
      mayUse: () => true,
      live: new LiveTextBuffer({ send: () => {}, attempt: () => 1, soon: setImmediate }),
      isAbandoned: () => this.isAbandoned,
      callOff: (call) => this.calledOff.push(call),
      onRest: () => (this.rests += 1),
      onFailure: (thrown) => this.failures.push(thrown),
    });
  }

  /** With a page that is there, and an open turn unless `isAsked` is false. */
  static async open(steps: readonly ScriptedStep[], isAsked = true): Promise<Bench> {
    const bench = new Bench(scriptedModel(steps), (store) => {
      const lease = { session: 'session', epoch: 1, owner: 'owner' };
      return new SessionLog({ store, lease, events: [], onEvent: () => {}, onFenced: () => {} });
    });
    await bench.store.acquire('session', 'owner');
    const place = { tab: 't1', page: 'p1', ledger: 'l1' };
    await bench.log.append({ type: 'attached', tokenHash: 'h', ...place });
    const offer = { builtins: ['memory_get', 'memory_put'], pageTools: [] };
    await bench.log.append({ type: 'offered', page: 'p1', revision: 1, offer });
    if (isAsked) await bench.log.append({ type: 'user', turn: 1, message: 'm1', text: 'Go.', toolChoice: 'auto' });
    return bench;
  }

  get outcomes(): readonly string[] {
    const { past } = this.log.state;
    const last = past.findLast(({ role }) => role === 'results');
    const results = last?.role === 'results' ? last.results : [];
    return results.map(({ result }) => (result.ok ? 'ok' : result.error.code));
  }
}

suite('a turn that is run', () => {
  test('goes to its end, and then rests', async () => {
    const bench = await Bench.open([get, 'Done.']);
    bench.runner.run();
    assert.equal(bench.runner.isRunning, true);
    await settled();
    assert.deepEqual(bench.pending.ids, ['1.1.0']);
    bench.pending.settle('1.1.0', fine);
    await settled();
    assert.deepEqual([bench.runner.isRunning, bench.rests, bench.log.state.turn], [false, 1, undefined]);
    assert.deepEqual(bench.outcomes, ['ok']);
  });

  test('is one at a time, however often it is asked to run', async () => {
    const bench = await Bench.open([get, 'Done.']);
    for (let times = 0; times < 5; times += 1) bench.runner.run();
    await settled();
    bench.runner.run();
    bench.pending.settle('1.1.0', fine);
    await settled();
    assert.equal(bench.model.requests.length, 2);
    assert.equal(bench.rests, 1);
  });

  test('is none while nobody has said anything, and none once the log is another owner’s', async () => {
    const quiet = await Bench.open([], false);
    quiet.runner.run();
    assert.equal(quiet.runner.isRunning, false);

    const lost = await Bench.open(['Never said.']);
    lost.log.letGo();
    lost.runner.run();
    assert.equal(lost.runner.isRunning, false);
    assert.equal(lost.model.requests.length, 0);
  });

  test('rests when its log fails, and says why', async () => {
    const bench = await Bench.open(['Hello.']);
    const down = new Error('The store is down.');
    bench.store.append = () => Promise.reject(down);
    bench.runner.run();
    await settled();
    assert.deepEqual(bench.failures, [down]);
    assert.deepEqual([bench.runner.isRunning, bench.rests], [false, 1]);
  });
});

suite('a turn that the person stops', () => {
  test('calls off each call that is out, and ends', async () => {
    const bench = await Bench.open([{ calls: [...get.calls, ...put.calls] }]);
    bench.runner.run();
    await settled();
    bench.runner.cancel(1);
    await settled();
    assert.deepEqual(bench.calledOff, ['1.1.0', '1.1.1']);
    assert.deepEqual(bench.outcomes, ['cancelled', 'unknown_outcome']);
    assert.deepEqual([bench.log.state.turn, bench.rests, bench.model.requests.length], [undefined, 1, 1]);
  });

  test('ends although the model never answers, and the next one is answered (028)', async () => {
    const bench = await Bench.open([never, 'Here I am.']);
    bench.runner.run();
    await settled();
    bench.runner.cancel(1);
    await settled();
    assert.equal(bench.log.state.turn, undefined);
    await bench.log.append({ type: 'user', turn: 2, message: 'm2', text: 'And now?', toolChoice: 'auto' });
    bench.runner.run();
    await settled();
    assert.deepEqual([bench.log.state.turn, bench.rests], [undefined, 2]);
  });

  test('stays as it ended when the stop comes late, and is not the one that runs by then', async () => {
    const bench = await Bench.open(['Hello.', get]);
    bench.runner.run();
    await settled();
    await bench.log.append({ type: 'user', turn: 2, message: 'm2', text: 'Go on.', toolChoice: 'auto' });
    bench.runner.run();
    await settled();
    bench.runner.cancel(1);
    await settled();
    assert.deepEqual(bench.pending.ids, ['2.1.0']);
    assert.deepEqual(bench.calledOff, []);
  });
});

suite('a call that the loop wants to be run', () => {
  test('is not waited for once the page has been away for too long', async () => {
    const bench = await Bench.open([put, 'You left.']);
    bench.isAbandoned = true;
    bench.runner.run();
    await settled();
    assert.deepEqual(bench.pending.ids, []);
    assert.deepEqual(bench.outcomes, ['disconnected']);
  });

  test('is called off when the stop came while it was being written down', async () => {
    for (const [step, code] of [
      [get, 'cancelled'],
      [put, 'unknown_outcome'],
    ] as const) {
      const bench = await Bench.open([step]);
      const append = bench.store.append;
      bench.store.append = (lease, key, event) => {
        if (event.type === 'dispatch') bench.runner.cancel(1);
        return append.call(bench.store, lease, key, event);
      };
      bench.runner.run();
      await settled();
      assert.deepEqual(bench.calledOff, ['1.1.0']);
      assert.deepEqual(bench.outcomes, [code]);
    }
  });

  test('has the outcome that was written down for it before it was waited for', async () => {
    const bench = await Bench.open([put, 'I do not know.']);
    const append = bench.store.append;
    bench.store.append = (lease, key, event) => {
      const appended = append.call(bench.store, lease, key, event);
      // A page that came back at this very moment could not say what became of it.
      if (event.type === 'dispatch') {
        queueMicrotask(
          () => void bench.log.append({ type: 'result', call: '1.1.0', result: outcome('unknown_outcome') }),
        );
        return Promise.resolve(appended);
      }
      return appended;
    };
    bench.runner.run();
    await settled();
    assert.deepEqual(bench.pending.ids, []);
    assert.deepEqual(bench.outcomes, ['unknown_outcome']);
    assert.equal(bench.log.state.turn, undefined);
  });
});
