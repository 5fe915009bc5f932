import assert from 'node:assert/strict';
import test from 'node:test';
import type { ErrorPayload } from '../../shared/errors.ts';
import { anyone, type Visitor } from '../policy/visitor.ts';
import { counted, metricsOf } from './sight.fixture.ts';
import { WatchedVisitors } from './watched-visitors.ts';

function refusing(code: ErrorPayload['code']): Visitor {
  return { ...anyone, subject: 'ada', beginTurn: async () => ({ code, message: 'No.' }) };
}

test('counts the turns that a visitor is refused, by what they ran into', async () => {
  const metrics = metricsOf();
  const visitors = new WatchedVisitors(metrics);
  for (const code of ['rate_limited', 'budget_exceeded', 'policy_denied', 'model_unavailable'] as const) {
    assert.deepEqual(await visitors.watch(refusing(code)).beginTurn(), { code, message: 'No.' });
  }
  assert.deepEqual(counted(metrics.limitsHit), { turns: 1, tokens: 1, admission: 1, other: 1 });
});

test('watches a visitor who comes back once, and leaves an answer that came at once as it is', () => {
  const visitors = new WatchedVisitors(metricsOf());
  const visitor = visitors.watch(anyone);
  assert.equal(visitors.watch(visitor), visitor);
  assert.equal(visitor.beginTurn(), undefined);
});
