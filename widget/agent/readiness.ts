import { deferred } from '../../shared/deferred.ts';
import type { AgentError } from '../../shared/errors.ts';

/** A promise of being able, which a refusal breaks and another try makes anew. Nobody has to listen to it. */
export class Readiness {
  #current = unheard();

  get promise(): Promise<void> {
    return this.#current.promise;
  }

  fulfil(): void {
    this.#current.resolve();
  }

  /** For those who wait, and for those who ask from here on. */
  refuse(error: AgentError): void {
    this.#current.reject(error);
    this.renew();
    this.#current.reject(error);
  }

  renew(): void {
    this.#current = unheard();
  }
}

function unheard() {
  const handle = deferred<void>();
  handle.promise.catch(() => {});
  return handle;
}
