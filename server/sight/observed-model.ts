import { AgentError } from '../../shared/errors.ts';
import type { Usage } from '../../shared/protocol.ts';
import type { ModelAdapter, ModelEvent, ModelRequest, ModelStep } from '../model/model.ts';
import type { Aside } from './aside.ts';
import type { Metrics } from './metrics.ts';

export interface ModelSight {
  readonly metrics: Metrics;
  readonly aside: Pick<Aside, 'add'>;
  /** Milliseconds that only rise. */
  readonly now: () => number;
}

export interface ObservedModel {
  readonly adapter: ModelAdapter;
  /** Requests that are being answered. */
  readonly running: () => number;
}

/** The same model, watched. Its promises are passed on as they are: no word comes a tick later. */
export function observedModel(adapter: ModelAdapter, sight: ModelSight): ObservedModel {
  let running = 0;
  const ask = (request: ModelRequest, signal: AbortSignal): AsyncIterator<ModelEvent> => {
    const events = adapter.run(request, signal)[Symbol.asyncIterator]();
    running += 1;
    return new WatchedAnswer(events, signal, sight, () => (running -= 1));
  };
  return {
    running: () => running,
    adapter: {
      label: adapter.label,
      rehearsal: adapter.rehearsal,
      ...(adapter.service && { service: adapter.service }),
      run: (request, signal) => ({ [Symbol.asyncIterator]: () => ask(request, signal) }),
    },
  };
}

const nothingMore: Promise<IteratorResult<ModelEvent>> = Promise.resolve({ done: true, value: undefined });

class WatchedAnswer implements AsyncIterator<ModelEvent> {
  readonly #events: AsyncIterator<ModelEvent>;
  readonly #signal: AbortSignal;
  readonly #sight: ModelSight;
  readonly #onOver: () => void;
  readonly #from: number;
  #hasBegun = false;
  #isOver = false;

  constructor(events: AsyncIterator<ModelEvent>, signal: AbortSignal, sight: ModelSight, onOver: () => void) {
    this.#events = events;
    this.#signal = signal;
    this.#sight = sight;
    this.#onOver = onOver;
    this.#from = sight.now();
  }

  next(): Promise<IteratorResult<ModelEvent>> {
    const next = this.#events.next();
    next.then(this.#note, this.#fail);
    return next;
  }

  /** Called when whoever asked has heard enough: after the last step, or because the person stopped it. */
  return(): Promise<IteratorResult<ModelEvent>> {
    if (!this.#isOver) this.#over('cancelled');
    return this.#events.return?.() ?? nothingMore;
  }

  readonly #note = ({ done, value }: IteratorResult<ModelEvent>): void => {
    if (done) this.#over('model_unavailable');
    else this.#saw(value);
  };

  readonly #fail = (thrown: unknown): void => {
    this.#over(this.#signal.aborted ? 'cancelled' : AgentError.is(thrown) ? thrown.code : 'other');
  };

  #saw(event: ModelEvent): void {
    if (this.#isOver || (this.#hasBegun && event.type !== 'step')) return;
    const seconds = this.#elapsedSeconds();
    const { metrics, aside } = this.#sight;
    if (!this.#hasBegun) aside.add(() => metrics.modelFirstSeconds.of().observe(seconds));
    this.#hasBegun = true;
    if (event.type === 'step') this.#answered(event.step, seconds);
  }

  #answered({ finish, usage }: ModelStep, seconds: number): void {
    const { metrics, aside } = this.#sight;
    if (usage) aside.add(() => count(metrics, usage));
    this.#over(finish, seconds);
  }

  #over(outcome: string, seconds = this.#elapsedSeconds()): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver();
    const { metrics, aside } = this.#sight;
    aside.add(() => {
      metrics.modelRequests.of(outcome).value += 1;
      metrics.modelSeconds.of().observe(seconds);
    });
  }

  #elapsedSeconds(): number {
    return (this.#sight.now() - this.#from) / 1_000;
  }
}

function count({ tokens }: Metrics, { inputTokens, outputTokens }: Usage): void {
  tokens.of('input').value += inputTokens;
  tokens.of('output').value += outputTokens;
}
