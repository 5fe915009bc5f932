import type { ErrorCode, ErrorPayload } from '../../shared/errors.ts';
import type { Visitor } from '../policy/visitor.ts';
import type { Metrics } from './metrics.ts';

/** Which limit a refused turn ran into, by the code that the person is told. */
const limitOf: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'turns',
  budget_exceeded: 'tokens',
  policy_denied: 'admission',
};

/** Counts the turns that visitors are refused. */
export class WatchedVisitors {
  readonly #metrics: Metrics;
  readonly #watched = new WeakSet<Visitor>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  /** The same visitor, watched once, however often they come back. */
  watch(visitor: Visitor): Visitor {
    if (this.#watched.has(visitor)) return visitor;
    const watched: Visitor = {
      subject: visitor.subject,
      mayUse: visitor.mayUse,
      beginTurn: () => this.#note(visitor.beginTurn()),
      endTurn: (usage) => visitor.endTurn(usage),
    };
    this.#watched.add(watched);
    return watched;
  }

  /** An answer that came at once is passed on at once. */
  #note(answer: ReturnType<Visitor['beginTurn']>): ReturnType<Visitor['beginTurn']> {
    if (!(answer instanceof Promise)) return this.#count(answer);
    return answer.then((refusal) => this.#count(refusal));
  }

  #count(refusal: ErrorPayload | undefined): ErrorPayload | undefined {
    if (refusal) this.#metrics.limitsHit.of(limitOf[refusal.code] ?? 'other').value += 1;
    return refusal;
  }
}
