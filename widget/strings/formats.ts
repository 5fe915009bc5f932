/** A text for each plural category that the language has; `#` stands for the number. */
export type Forms = { readonly [Category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
  readonly other: string;
};

/** How a language and region write what is no text. */
export interface Formats {
  readonly number: (value: number) => string;
  /** Of a share between 0 and 1. */
  readonly percent: (share: number) => string;
  readonly plural: (count: number, forms: Forms) => string;
  readonly duration: (ms: number) => string;
  /** The time of day of a `Date.now()` value. */
  readonly time: (at: number) => string;
  readonly list: (items: readonly string[]) => string;
}

const made = new Map<string, Formats>();

/** The formats of a language tag that Intl knows. What Intl makes for them is made once, and only when it is used. */
export function formats(locale: string): Formats {
  const known = made.get(locale) ?? make(locale);
  made.set(locale, known);
  return known;
}

function make(locale: string): Formats {
  const numbers = (options?: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(locale, options));
  const unit = (name: string, maximumFractionDigits: number) =>
    numbers({ style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits });
  const number = numbers();
  const percent = numbers({ style: 'percent' });
  const milliseconds = unit('millisecond', 0);
  const seconds = unit('second', 1);
  const rules = once(() => new Intl.PluralRules(locale));
  const time = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
  const list = once(() => new Intl.ListFormat(locale));
  return {
    number: (value) => number().format(value),
    percent: (share) => percent().format(share),
    plural: (count, forms) => (forms[rules().select(count)] ?? forms.other).replace('#', number().format(count)),
    duration: (ms) => (ms < 1000 ? milliseconds().format(ms) : seconds().format(ms / 1000)),
    time: (at) => time().format(at),
    list: (items) => list().format(items),
  };
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
