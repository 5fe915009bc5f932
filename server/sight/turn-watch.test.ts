import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { ErrorCode } from '../../shared/errors.ts';
import type { SessionEvent } from '../loop/event.ts';
import { counted, dispatch, done, end, lease, metricsOf, model, place, stepOf, user } from './sight.fixture.ts';
import { TurnWatch } from './turn-watch.ts';

function watching(serverTools?: ReadonlySet<string>) {
  const metrics = metricsOf();
  const watch = new TurnWatch(metrics, serverTools);
  let at = 0;
  /** Each event a second after the one before. */
  const tell = (...events: SessionEvent[]) => {
    for (const event of events) watch.appended(lease, event, (at += 1_000));
  };
  return { metrics, watch, tell };
}

function failed(call: string, code: ErrorCode): SessionEvent {
  return { type: 'result', call, result: { ok: false, error: { code, message: 'the words of a tool' } } };
}

suite('a turn', () => {
  test('is under way from its message to its end, and counted by its reason', () => {
    const { metrics, watch, tell } = watching();
    tell(user(), model(stepOf()));
    assert.equal(watch.size, 1);
    tell(end());
    assert.equal(watch.size, 0);
    assert.deepEqual(counted(metrics.turns), { answered: 1 });
    assert.equal(metrics.turnSeconds.of().sum, 2);
  });

  test('that fails is counted by its code, too', () => {
    const { metrics, tell } = watching();
    const error = { code: 'model_quota', message: 'Later.' } as const;
    tell(user(), { type: 'end', turn: 1, reason: 'failed', error, usage: { inputTokens: 0, outputTokens: 0 } });
    assert.deepEqual(counted(metrics.turns), { failed: 1 });
    assert.deepEqual(counted(metrics.turnFailures), { model_quota: 1 });
  });

  test('that was begun by another process is followed from its log, without a time that nobody knows', () => {
    const { metrics, watch, tell } = watching();
    const log = [user(), model(stepOf('speak', 'cart_add')), done('1.1.1')];
    const events = log.map((event, index) => ({ id: String(index), event }));
    watch.acquired({ ...lease, epoch: 1 }, events, 0);
    assert.equal(watch.size, 1);
    tell(done('1.1.0'), end());
    assert.deepEqual(counted(metrics.toolCalls), { 'speak done no': 1 });
    assert.equal(metrics.turnSeconds.of().sum, 0);
    assert.equal(metrics.toolSeconds.of('no').sum, 0);
  });

  test('that ended is not under way again when its session is taken up', () => {
    const { watch } = watching();
    const events = [user(), model(stepOf()), end()].map((event, index) => ({ id: String(index), event }));
    watch.acquired(lease, events, 0);
    assert.equal(watch.size, 0);
  });

  test('is gone when another owner has the session, and stays when it is the former owner who hears of it', () => {
    const { watch, tell } = watching();
    tell(user());
    watch.lost(lease.session, 0, lease.epoch - 1);
    assert.equal(watch.size, 1);
    watch.lost(lease.session, 0, lease.epoch);
    assert.equal(watch.size, 0);
  });
});

suite('a call', () => {
  test('is counted by tool, outcome and whether a person was asked; the name of a page’s own tool is no label', () => {
    const { metrics, tell } = watching();
    tell(user(), model(stepOf('speak', 'secret_name_of_a_page', 'geolocation_get', 'invented')));
    tell(dispatch('1.1.0'), dispatch('1.1.1'), dispatch('1.1.2'));
    tell({ type: 'asking', call: '1.1.1', until: 0 }, { type: 'approval', call: '1.1.1', decision: 'once' });
    tell({ type: 'approval', call: '1.1.2', decision: 'denied' });
    tell(done('1.1.0'), done('1.1.1'), failed('1.1.2', 'user_declined'), failed('1.1.3', 'unknown_tool'), end());
    assert.deepEqual(counted(metrics.toolCalls), {
      'speak done no': 1,
      'page done yes': 1,
      'geolocation_get denied yes': 1,
      'unknown failed no': 1,
    });
    assert.deepEqual(counted(metrics.toolErrors), { user_declined: 1, unknown_tool: 1 });
    assert.deepEqual(counted(metrics.approvals), { once: 1, denied: 1 });
  });

  test('of a tool that runs on the server is counted as one, and takes from its beginning', () => {
    const { metrics, tell } = watching(new Set(['secret_name_of_a_service']));
    tell(user(), model(stepOf('secret_name_of_a_service')), { type: 'asking', call: '1.1.0', until: 0 });
    tell({ type: 'approval', call: '1.1.0', decision: 'once' }, { type: 'executing', call: '1.1.0' }, done('1.1.0'));
    assert.deepEqual(counted(metrics.toolCalls), { 'server done yes': 1 });
    assert.equal(metrics.toolSeconds.of('yes').sum, 1);
  });

  test('that nobody had to be asked about was not asked about', () => {
    const { metrics, tell } = watching();
    tell(user(), model(stepOf('speak')), dispatch('1.1.0'));
    tell({ type: 'approval', call: '1.1.0', decision: 'auto' }, done('1.1.0'));
    assert.deepEqual(counted(metrics.toolCalls), { 'speak done no': 1 });
    assert.deepEqual(counted(metrics.approvals), { auto: 1 });
  });

  test('takes from its first dispatch to its result', () => {
    const { metrics, tell } = watching();
    tell(user(), model(stepOf('speak')), dispatch('1.1.0'), dispatch('1.1.0'), done('1.1.0'));
    assert.equal(metrics.toolSeconds.of('no').sum, 2);
  });

  for (const [code, outcome] of [
    ['policy_denied', 'denied'],
    ['timeout', 'timed_out'],
    ['cancelled', 'cancelled'],
    ['unknown_outcome', 'unknown'],
    ['not_found', 'failed'],
    ['disconnected', 'failed'],
  ] as const) {
    test(`that ends with ${code} is ${outcome}`, () => {
      const { metrics, tell } = watching();
      tell(user(), model(stepOf('speak')), dispatch('1.1.0'), failed('1.1.0', code));
      assert.deepEqual(counted(metrics.toolCalls), { [`speak ${outcome} no`]: 1 });
    });
  }

  test('that is settled late is counted apart', () => {
    const { metrics, tell } = watching();
    tell({ type: 'late', call: '1.1.0', result: { ok: true, value: 1 } });
    assert.equal(metrics.lateResults.of().value, 1);
    assert.deepEqual(counted(metrics.toolCalls), {});
  });
});

test('a tracer that throws ends no turn, and hides no number', () => {
  const { metrics, watch, tell } = watching();
  const fail = () => assert.fail('The tracer is broken.');
  watch.traceWith(() => ({ answered: fail, unanswered: fail, called: fail, ended: fail }));
  tell(user(), model(stepOf('speak')), dispatch('1.1.0'), done('1.1.0'), end());
  tell(user(2));
  watch.lost(lease.session, 0);
  watch.traceWith(fail);
  tell(user(3));
  assert.deepEqual(counted(metrics.toolCalls), { 'speak done no': 1 });
  assert.deepEqual(counted(metrics.turns), { answered: 1 });
});

test('pages are counted as new or as back again', () => {
  const { metrics, tell } = watching();
  tell({ type: 'attached', tokenHash: 'a', ...place });
  tell({ type: 'attached', tokenHash: 'b', formerHash: 'a', ...place });
  assert.deepEqual(counted(metrics.attached), { new: 1, resumed: 1 });
});
