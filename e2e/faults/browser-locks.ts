interface Claim {
  readonly owner: object;
  readonly name: string;
  grant: () => void;
  /** What the holder hears when the lock is taken from it. */
  readonly lose: (reason: DOMException) => void;
}

type LockTask<T> = LockGrantedCallback<T>;

/** Exclusive locks of one browser, as `navigator.locks` has them. They end with the page that holds them. */
export class BrowserLocks {
  readonly #held = new Map<string, Claim>();
  #waiting: readonly Claim[] = [];

  /** What a page sees of them. */
  of(owner: object): Pick<LockManager, 'request'> {
    return new PageLocks((options, name, task) => this.#request(owner, name, options, task));
  }

  /** A page is gone: whoever waits for a lock of its gets it. */
  release(owner: object): void {
    this.#waiting = this.#waiting.filter((claim) => claim.owner !== owner);
    for (const claim of [...this.#held.values()]) if (claim.owner === owner) this.#end(claim);
  }

  #request<T>(owner: object, name: string, options: LockOptions, task: LockTask<T>): Promise<Awaited<T>> {
    const { signal, steal, ifAvailable } = options;
    return new Promise((resolve, reject) => {
      if (ifAvailable && this.#held.has(name)) return void Promise.resolve(task(null)).then(resolve, reject);
      const run = async (): Promise<Awaited<T>> => await task({ name, mode: 'exclusive' });
      const claim: Claim = {
        ...{ owner, name, lose: reject },
        grant: () => {
          this.#held.set(name, claim);
          run()
            .then(resolve, reject)
            .finally(() => this.#end(claim));
        },
      };
      if (steal) this.#held.get(name)?.lose(new DOMException('The lock was stolen.', 'AbortError'));
      if (steal || !this.#held.has(name)) return claim.grant();
      this.#waiting = [...this.#waiting, claim];
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.includes(claim)) return;
        this.#waiting = this.#waiting.filter((other) => other !== claim);
        reject(new DOMException('The request was given up.', 'AbortError'));
      });
    });
  }

  #end(claim: Claim): void {
    if (this.#held.get(claim.name) !== claim) return;
    this.#held.delete(claim.name);
    const next = this.#waiting.find(({ name }) => name === claim.name);
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.grant();
  }
}

type Request = <T>(options: LockOptions, name: string, task: LockTask<T>) => Promise<Awaited<T>>;

class PageLocks {
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  request<T>(name: string, task: LockTask<T>): Promise<Awaited<T>>;
  request<T>(name: string, options: LockOptions, task: LockTask<T>): Promise<Awaited<T>>;
  request<T>(name: string, first: LockOptions | LockTask<T>, second?: LockTask<T>): Promise<Awaited<T>> {
    if (typeof first === 'function') return this.#request({}, name, first);
    if (!second) throw new TypeError('request: give a function.');
    return this.#request(first, name, second);
  }
}
