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
  readonly bytes: (count: number) => string;
  /** The time of day of a `Date.now()` value. */
  readonly time: (at: number) => string;
  readonly list: (items: readonly string[]) => string;
  /** A date. */
  readonly day: (at: number) => string;
  /** A date of this year with the time of day. */
  readonly moment: (at: number) => string;
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
  const unit = (name: string, maximumFractionDigits: number, unitDisplay: 'short' | 'long' = 'short') =>
    numbers({ style: 'unit', unit: name, unitDisplay, maximumFractionDigits });
  const dates = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, options));
  const number = numbers();
  const percent = numbers({ style: 'percent' });
  const milliseconds = unit('millisecond', 0);
  const seconds = unit('second', 1);
  const rules = once(() => new Intl.PluralRules(locale));
  const bytes = unit('byte', 0, 'long');
  const kilobytes = unit('kilobyte', 1);
  const time = dates({ timeStyle: 'short' });
  const day = dates({ dateStyle: 'long' });
  const moment = dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const list = once(() => new Intl.ListFormat(locale));
  return {
    number: (value) => number().format(value),
    percent: (share) => percent().format(share),
    plural: (count, forms) => (forms[rules().select(count)] ?? forms.other).replace('#', number().format(count)),
    duration: (ms) => (ms < 1000 ? milliseconds().format(ms) : seconds().format(ms / 1000)),
    bytes: (count) => (count < 1000 ? bytes().format(count) : kilobytes().format(count / 1000)),
    time: (at) => time().format(at),
    list: (items) => list().format(items),
    day: (at) => day().format(at),
    moment: (at) => moment().format(at),
  };
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
