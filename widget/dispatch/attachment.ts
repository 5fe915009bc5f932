import { deferred, type Deferred } from '../../shared/deferred.ts';
import { raceAbort } from './race-abort.ts';

/**
 * Whether the server is there and has said what happened while it was not. What begins before that may be something
 * that the server has given up already, and has told the model so.
 */
export class Attachment {
  #isCurrent = false;
  #next: Deferred<void> = deferred();

  /** Nothing of the past is missing. */
  confirm(): void {
    this.#isCurrent = true;
    this.#next.resolve();
    this.#next = deferred();
  }

  lose(): void {
    this.#isCurrent = false;
  }

  /** @throws the signal's reason. */
  async current(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (!this.#isCurrent) await raceAbort(this.#next.promise, signal);
  }
}
