/** One execution of a tool's body. */
export interface Run {
  readonly id: string;
  readonly key: string;
  readonly isEffect: boolean;
  /** Of the page that it runs in. */
  readonly page: number;
  isEnded: boolean;
  /** The page was thrown away while the body ran, or before it could write down that it had. */
  isOrphan: boolean;
}

/** Counts what the tools did. It stands outside of every page and every server: neither can make it forget. */
export class Recorder {
  readonly #runs: Run[] = [];
  readonly #byId = new Map<string, Run[]>();

  begin(run: Pick<Run, 'id' | 'key' | 'isEffect' | 'page'>): Run {
    const begun: Run = { ...run, isEnded: false, isOrphan: false };
    this.#runs.push(begun);
    this.#byId.set(run.id, [...this.of(run.id), begun]);
    return begun;
  }

  of(id: string): readonly Run[] {
    return this.#byId.get(id) ?? [];
  }

  get size(): number {
    return this.#runs.length;
  }

  get effects(): number {
    return this.#runs.filter(({ isEffect }) => isEffect).length;
  }

  /** Effects that happened a second time, told by the model's id for the call and by the key that a site gets. */
  get twice(): readonly string[] {
    const effects = this.#runs.filter(({ isEffect }) => isEffect);
    const byId = effects.map(({ id }) => id);
    const byKey = effects.map(({ key }) => key);
    return [...repeated(byId), ...repeated(byKey)];
  }
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
