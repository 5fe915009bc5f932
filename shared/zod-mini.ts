/**
 * The part of `zod/mini` that `shared/` uses, for the script-tag bundle: there zod's engine alone
 * would cost a fifth of the whole budget. Everywhere else zod itself runs. A test holds the two to
 * the same verdict and the same output over every message and every tool.
 */

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

interface Run {
  readonly issues: Issue[];
  readonly path: readonly PropertyKey[];
}

/** Adds to the run's issues what is wrong; returns the output. */
type Parser = (value: unknown, run: Run) => unknown;
type Check = (value: unknown) => string | undefined;
type Fields = Readonly<Record<string, unknown>>;

class Schema {
  readonly parser: Parser;
  readonly isOptional: boolean;
  /** For a literal: what it accepts. */
  readonly only: unknown;
  /** For an object: its fields. */
  readonly shape: Readonly<Record<string, Schema>>;

  constructor(
    parser: Parser,
    about: { isOptional?: boolean; only?: unknown; shape?: Readonly<Record<string, Schema>> } = {},
  ) {
    this.parser = parser;
    this.isOptional = about.isOptional ?? false;
    this.only = about.only;
    this.shape = about.shape ?? {};
  }

  check(...checks: Check[]): Schema {
    return new Schema((value, run) => {
      const before = run.issues.length;
      const output = this.parser(value, run);
      if (run.issues.length > before) return output;
      for (const code of checks.map((check) => check(output))) if (code) add(run, code);
      return output;
    }, this);
  }

  safeParse(
    value: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } } {
    const run: Run = { issues: [], path: [] };
    const data = this.parser(value, run);
    return run.issues.length > 0 ? { success: false, error: { issues: run.issues } } : { success: true, data };
  }
}

export const safeParse = (schema: Schema, value: unknown): ReturnType<Schema['safeParse']> => schema.safeParse(value);

export const string = (): Schema => test((value) => typeof value === 'string');
export const boolean = (): Schema => test((value) => typeof value === 'boolean');
export const number = (): Schema => test((value) => typeof value === 'number' && Number.isFinite(value));
export const int = (): Schema => test((value) => Number.isSafeInteger(value));
export const custom = (accepts: (value: unknown) => boolean): Schema => test(accepts, 'custom');

export const literal = (only: unknown): Schema =>
  new Schema(
    parserOf((value) => value === only, 'invalid_value'),
    { only },
  );

const enumOf = (values: readonly unknown[]): Schema => test((value) => values.includes(value), 'invalid_value');
export { enumOf as enum };

export const optional = (inner: Schema): Schema =>
  new Schema((value, run) => (value === undefined ? undefined : inner.parser(value, run)), { isOptional: true });

export const nullable = (inner: Schema): Schema =>
  new Schema((value, run) => (value === null ? null : inner.parser(value, run)), inner);

export const array = (item: Schema): Schema =>
  new Schema((value, run) => {
    if (!Array.isArray(value)) return add(run, 'invalid_type');
    return value.map((entry, index) => item.parser(entry, within(run, index)));
  });

export const strictObject = (shape: Readonly<Record<string, Schema>>): Schema =>
  new Schema(
    (value, run) => {
      if (!isFields(value)) return add(run, 'invalid_type');
      const known = Object.entries(shape).filter(([name, { isOptional }]) => !isOptional || name in value);
      const output = Object.fromEntries(
        known.map(([name, { parser }]) => [name, parser(value[name], within(run, name))]),
      );
      const keys = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
      if (keys.length > 0) add(run, 'unrecognized_keys', keys);
      return output;
    },
    { shape },
  );

export const union = (options: readonly Schema[]): Schema =>
  new Schema((value, run) => {
    for (const option of options) {
      const parsed = option.safeParse(value);
      if (parsed.success) return parsed.data;
    }
    return add(run, 'invalid_union');
  });

export const discriminatedUnion = (discriminator: string, options: readonly Schema[]): Schema =>
  new Schema((value, run) => {
    if (!isFields(value)) return add(run, 'invalid_type');
    const option = options.find(({ shape }) => shape[discriminator]?.only === value[discriminator]);
    return option ? option.parser(value, run) : add(within(run, discriminator), 'invalid_union');
  });

export const minLength =
  (least: number): Check =>
  (value) =>
    lengthOf(value) < least ? 'too_small' : undefined;

export const maxLength =
  (most: number): Check =>
  (value) =>
    lengthOf(value) > most ? 'too_big' : undefined;

export const positive = (): Check => (value) => (Number(value) > 0 ? undefined : 'too_small');
export const nonnegative = (): Check => (value) => (Number(value) >= 0 ? undefined : 'too_small');

function test(accepts: (value: unknown) => boolean, code = 'invalid_type'): Schema {
  return new Schema(parserOf(accepts, code));
}

function parserOf(accepts: (value: unknown) => boolean, code: string): Parser {
  return (value, run) => (accepts(value) ? value : add(run, code));
}

function add(run: Run, code: string, keys?: readonly string[]): undefined {
  run.issues.push({ code, path: run.path, message: `Invalid input: ${code}`, ...(keys && { keys }) });
}

function within(run: Run, step: PropertyKey): Run {
  return { issues: run.issues, path: [...run.path, step] };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of a text in characters, as zod counts them: a pair of surrogates is one. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  return Array.isArray(value) ? value.length : 0;
}
