/** Measures how long pages that are away need to come back once a server is there again. */
export class ResumeWatch {
  readonly #samples: number[] = [];
  readonly #away = new Map<object, number>();
  readonly #isAway: () => readonly object[];

  /** @param away the pages that have no server at this moment. */
  constructor(away: () => readonly object[]) {
    this.#isAway = away;
  }

  /** A server is back. */
  begin(): void {
    const now = performance.now();
    for (const one of this.#isAway()) if (!this.#away.has(one)) this.#away.set(one, now);
  }

  /** No server is there any more: whoever is not back yet can't be. */
  stop(): void {
    this.#away.clear();
  }

  /** A page is with a server again. */
  readonly back = (one: object): void => {
    const since = this.#away.get(one);
    if (since === undefined) return;
    this.#away.delete(one);
    this.#samples.push(performance.now() - since);
  };

  get size(): number {
    return this.#samples.length;
  }

  /** Milliseconds that 95 of 100 needed at most; undefined without a sample. */
  get p95(): number | undefined {
    const sorted = this.#samples.toSorted((one, other) => one - other);
    return sorted[Math.ceil(sorted.length * 0.95) - 1];
  }
}
