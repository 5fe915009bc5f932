import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type HistogramConfiguration } from 'prom-client';
import type * as meters from './meters.ts';

export const prefix = 'headless_agent_';

/** What Prometheus fetches. */
export interface Exposition {
  readonly contentType: string;
  readonly text: () => Promise<string>;
  /** The names of all metrics. */
  readonly names: () => readonly string[];
}

/** A registry of its own over the given meters, with those of the process and of Node. */
export function exposeMeters(list: readonly meters.Meter[]): Exposition {
  const registry = new Registry();
  for (const meter of list) expose(meter, registry);
  collectDefaultMetrics({ register: registry });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  };
}

function expose(meter: meters.Meter, registry: Registry): void {
  const { name, help, labels = {} } = meter.options;
  const common = { name: prefix + name, help, labelNames: Object.keys(labels), registers: [registry] };
  switch (meter.kind) {
    case 'counter':
      new Counter({
        ...common,
        collect() {
          this.reset();
          for (const { labels: of, cell } of meter.samples) this.inc(of, cell.value);
        },
      });
      return;
    case 'gauge':
      new Gauge({
        ...common,
        collect() {
          this.set(meter.read());
        },
      });
      return;
    case 'histogram':
      new CountedHistogram({ ...common, buckets: [...meter.options.bounds] }, meter);
  }
}

interface HistogramLine {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName: string;
}

/** Shows what was counted elsewhere: one `observe` of prom-client's own takes a hundred times as long as one of ours. */
class CountedHistogram extends Histogram {
  readonly #meter: meters.Histogram;
  /** Knows name, help and type as prom-client writes them. */
  readonly #head: Histogram;

  constructor(configuration: HistogramConfiguration<string>, meter: meters.Histogram) {
    super(configuration);
    this.#meter = meter;
    this.#head = new Histogram({ ...configuration, registers: [] });
  }

  override async get(): ReturnType<Histogram['get']> {
    const head = await this.#head.get();
    return { ...head, values: this.#meter.samples.flatMap(({ labels, cell }) => linesOf(head.name, labels, cell)) };
  }

  /** Asked for by the registry when it writes text. */
  getForPromString(): ReturnType<Histogram['get']> {
    return this.get();
  }
}

function linesOf(name: string, labels: HistogramLine['labels'], spread: meters.Spread): HistogramLine[] {
  let total = 0;
  const buckets = spread.counts.map((count, at) => {
    total += count;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: spread.bounds[at] ?? '+Inf' }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: spread.sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}
