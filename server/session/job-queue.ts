/** More than an honest page has to say at once. */
const maxWaiting = 256;

/** Something to do. A promise that it returns is waited for. */
export type Job = () => unknown;

/**
 * Does jobs one after the other. One with nothing ahead of it is done at once: most have nothing to
 * wait for, and are over when `add` returns.
 */
export class JobQueue {
  readonly #onFailure: (thrown: unknown) => void;
  readonly #waiting: Job[] = [];
  #isBusy = false;

  /** @param onFailure told of each job that throws or rejects; the next one goes on. */
  constructor(onFailure: (thrown: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** So many wait that whoever adds more should be stopped: what holds them up may last. */
  get isFull(): boolean {
    return this.#waiting.length >= maxWaiting;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    if (!this.#isBusy) this.#goOn();
  }

  #goOn(): void {
    this.#isBusy = true;
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      const done = this.#start(job);
      if (done) return void done.catch(this.#onFailure).then(() => this.#goOn());
    }
    this.#isBusy = false;
  }

  #start(job: Job): Promise<unknown> | undefined {
    try {
      const done = job();
      return done instanceof Promise ? done : undefined;
    } catch (thrown) {
      this.#onFailure(thrown);
      return undefined;
    }
  }
}
