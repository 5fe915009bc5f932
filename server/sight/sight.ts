import { performance } from 'node:perf_hooks';
import type { SessionEvent } from '../loop/event.ts';
import type { ModelAdapter } from '../model/model.ts';
import { packageVersion } from '../package-info.ts';
import type { SessionStore } from '../store/session-store.ts';
import { Aside } from './aside.ts';
import type { Exposition } from './exposition.ts';
import { loadTracing } from './load-tracing.ts';
import { createMetrics, metersOf, type Metrics } from './metrics.ts';
import { observedModel } from './observed-model.ts';
import { observedStore } from './observed-store.ts';
import { SocketSight } from './socket-sight.ts';
import { TurnWatch } from './turn-watch.ts';

export interface SightOptions {
  readonly store: SessionStore<SessionEvent>;
  readonly model: ModelAdapter;
  /** Names of the tools that run on the server. */
  readonly serverTools?: ReadonlySet<string>;
  /** How many sessions this process holds. */
  readonly sessions: () => number;
  /** Milliseconds that only rise; `performance.now`, or a test's clock. */
  readonly now?: () => number;
}

/** What an operator can see of one server. Sessions know nothing of it: it stands between them and what they use. */
export class Sight {
  /** The store and the model as sessions are to use them. */
  readonly store: SessionStore<SessionEvent>;
  readonly model: ModelAdapter;
  readonly sockets: SocketSight;
  readonly metrics: Metrics;
  readonly #turns: TurnWatch;
  readonly #aside = new Aside();
  #exposition: Promise<Exposition> | undefined;

  constructor({ store, model, sessions, serverTools, now = () => performance.now() }: SightOptions) {
    this.metrics = createMetrics({
      sessions,
      sockets: () => this.sockets.size,
      turns: () => this.#turns.size,
      modelRequests: () => observed.running(),
    });
    this.#turns = new TurnWatch(this.metrics, serverTools);
    this.sockets = new SocketSight(this.metrics);
    const observed = observedModel(model, { metrics: this.metrics, aside: this.#aside, now });
    this.model = observed.adapter;
    const parts = { metrics: this.metrics, turns: this.#turns, aside: this.#aside };
    this.store = observedStore(store, { ...parts, now });
  }

  /**
   * Traces each turn that begins from here on.
   *
   * @throws TypeError when the package for it is missing.
   */
  async trace(): Promise<void> {
    this.#turns.traceWith(await loadTracing(this.model, packageVersion));
  }

  /** The metrics as Prometheus reads them. */
  async exposition(): Promise<{ readonly contentType: string; readonly text: string }> {
    // On the first request only: who is never asked pays neither for the package nor for its clocks.
    this.#exposition ??= import('./exposition.ts').then(({ exposeMeters }) => exposeMeters(metersOf(this.metrics)));
    const { contentType, text } = await this.#exposition;
    this.sockets.measure();
    this.#aside.settle();
    return { contentType, text: await text() };
  }
}
