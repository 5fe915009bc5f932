import type { MessageOf, ServerMessage } from '../../shared/protocol.ts';
import type { LiveText } from '../loop/loop-ports.ts';

export interface LiveTextOptions {
  readonly send: (message: ServerMessage) => void;
  /** Rises when another owner asks the model again. */
  readonly attempt: () => number;
  /** Runs once, soon, after what is already waiting to run: `setImmediate`, or a test's own. */
  readonly soon: (run: () => void) => void;
}

/**
 * The words of a round that are not in the log yet. The first piece goes out at once, the rest of a
 * tick together: a frame for each of a model's tokens would cost more than the text.
 */
export class LiveTextBuffer {
  readonly #options: LiveTextOptions;
  #round = '';
  /** The last of the round's words; thoughts are not kept. */
  #shown: LiveText | undefined;
  #waiting = '';
  /** What the text that waits is. */
  #last: LiveText | undefined;
  #scheduled = false;

  constructor(options: LiveTextOptions) {
    this.#options = options;
  }

  add(live: LiveText): void {
    if (live.kind !== this.#last?.kind) this.#sendWaiting();
    this.#last = live;
    if (live.kind === 'text') {
      this.#shown = live;
      this.#round += live.text;
    }
    this.#waiting += live.text;
    if (this.#scheduled) return;
    this.#sendWaiting();
    this.#scheduled = true;
    this.#options.soon(() => {
      this.#scheduled = false;
      this.#sendWaiting();
    });
  }

  /** Sends what waits, so that it arrives before whatever comes next. */
  flush(): void {
    if (this.#waiting) this.#sendWaiting();
  }

  /** The round is in the log, or given up. */
  clear(): void {
    this.#round = '';
    this.#waiting = '';
    this.#shown = undefined;
    this.#last = undefined;
  }

  /** All of the unfinished round, for a page that missed some of it. */
  whole(): MessageOf<ServerMessage, 'turn.text'> | undefined {
    if (!this.#shown || !this.#round) return undefined;
    this.#waiting = '';
    return { ...this.#message(this.#shown, this.#round), whole: true };
  }

  #sendWaiting(): void {
    const [text, last] = [this.#waiting, this.#last];
    if (!text || !last) return;
    this.#waiting = '';
    this.#options.send(
      last.kind === 'text' ? this.#message(last, text) : { type: 'turn.thought', turn: last.turn, text },
    );
  }

  #message({ turn, round }: LiveText, text: string): MessageOf<ServerMessage, 'turn.text'> {
    return { type: 'turn.text', turn, round, attempt: this.#options.attempt(), text };
  }
}
