import { isErrorCode } from '../../shared/errors.ts';

/** Any part of a table, to any depth. */
export type Part<Table> = {
  readonly [Key in keyof Table]?: Table[Key] extends string | readonly string[] | ((...values: never[]) => string)
    ? Table[Key]
    : Part<Table[Key]>;
};

/**
 * A copy of a table with some of its words replaced. What is no word of the table, or of another type, is left out
 * and named to `warn`; only error codes may be new.
 */
export function merge<Table extends object>(
  table: Table,
  part: unknown,
  warn: (sentence: string) => void,
  path = 'strings',
): Table {
  const merged = { ...table };
  for (const [key, value] of Object.entries(part ?? {})) {
    const name = `${path}.${key}`;
    const was: unknown = Object.hasOwn(table, key) ? Reflect.get(table, key) : isErrorCode(key) ? '' : undefined;
    if (isTable(was) && isTable(value)) Reflect.set(merged, key, merge(was, value, warn, name));
    else if (was !== undefined && kindOf(value) === kindOf(was)) Reflect.set(merged, key, value);
    else if (value !== undefined)
      warn(`${name}: ${was === undefined ? 'there is no such text' : `give a ${kindOf(was)}`}.`);
  }
  return merged;
}

function isTable(value: unknown): value is object {
  return kindOf(value) === 'table';
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null ? 'table' : typeof value;
}
