/** For each label the values that it can have. Anything else is counted as `other`. */
export type Labels = Readonly<Record<string, readonly string[]>>;

export interface MeterOptions {
  /** Without the prefix that all share. */
  readonly name: string;
  readonly help: string;
  readonly labels?: Labels;
}

export interface HistogramOptions extends MeterOptions {
  /** Upper bounds in seconds, rising. */
  readonly bounds: readonly number[];
}

/** One line of a meter: its labels and what it holds. */
export interface Sample<Cell> {
  readonly labels: Readonly<Record<string, string>>;
  readonly cell: Cell;
}

/** Adding to `value` is all that a hot path does. */
export interface Tally {
  value: number;
}

/** The cells of a meter by their labels. However many strangers write into a label, there are only so many cells. */
class Cells<Cell> {
  readonly #labels: readonly (readonly [string, readonly string[]])[];
  readonly #make: () => Cell;
  readonly #samples = new Map<string, Sample<Cell>>();

  constructor(labels: Labels, make: () => Cell) {
    this.#labels = Object.entries(labels);
    this.#make = make;
    // A series that begins at its first event hides that event from a rate.
    if (this.#labels.length < 2) for (const value of this.#labels[0]?.[1] ?? ['']) this.of(value);
  }

  // Not a list of values: making one costs more than all the rest.
  of(first = '', second?: string, third?: string): Cell {
    const key =
      second === undefined ? first : third === undefined ? `${first},${second}` : `${first},${second},${third}`;
    return this.#samples.get(key)?.cell ?? this.#add([first, second, third]);
  }

  get samples(): readonly Sample<Cell>[] {
    return [...this.#samples.values()];
  }

  #add(values: readonly (string | undefined)[]): Cell {
    const pairs = this.#labels.map(([label, known], at) => [label, pick(known, values[at])] as const);
    const key = pairs.map(([, value]) => value).join();
    const sample = this.#samples.get(key) ?? { labels: Object.fromEntries(pairs), cell: this.#make() };
    this.#samples.set(key, sample);
    return sample.cell;
  }
}

function pick(known: readonly string[], value: string | undefined): string {
  return value !== undefined && known.includes(value) ? value : 'other';
}

/** Only grows. */
export class Counter {
  readonly kind = 'counter';
  readonly options: MeterOptions;
  readonly #cells: Cells<Tally>;

  constructor(options: MeterOptions) {
    this.options = options;
    this.#cells = new Cells(options.labels ?? {}, () => ({ value: 0 }));
  }

  /** Values in the order of the labels. What is counted often keeps its cell. */
  of(first?: string, second?: string, third?: string): Tally {
    return this.#cells.of(first, second, third);
  }

  get samples(): readonly Sample<Tally>[] {
    return this.#cells.samples;
  }
}

/** Read when somebody asks. */
export class Gauge {
  readonly kind = 'gauge';
  readonly options: MeterOptions;
  readonly read: () => number;

  constructor(options: MeterOptions, read: () => number) {
    this.options = options;
    this.read = read;
  }
}

/** How many took at most so long. */
export class Spread {
  readonly bounds: readonly number[];
  /** One for each bound, and one for what lies above them all. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(seconds: number): void {
    const { bounds, counts } = this;
    let at = 0;
    while (seconds > (bounds[at] ?? Infinity)) at += 1;
    counts[at] = (counts[at] ?? 0) + 1;
    this.sum += seconds;
  }
}

export class Histogram {
  readonly kind = 'histogram';
  readonly options: HistogramOptions;
  readonly #cells: Cells<Spread>;

  constructor(options: HistogramOptions) {
    this.options = options;
    this.#cells = new Cells(options.labels ?? {}, () => new Spread(options.bounds));
  }

  of(label?: string): Spread {
    return this.#cells.of(label);
  }

  get samples(): readonly Sample<Spread>[] {
    return this.#cells.samples;
  }
}

export type Meter = Counter | Gauge | Histogram;
