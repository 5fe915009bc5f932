import { isObject } from '../../shared/json.ts';

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Turns `"3"` into 3 and `"true"` into true where a schema takes nothing else. What fits no reading stays as
 * it is, for the check of the arguments to refuse. Returns the very value when nothing changes.
 *
 * @param value JSON whose depth has been checked.
 */
export function coerce(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value;
  if (typeof value === 'string') return ofString(typesOf(schema['type']), value);
  if (Array.isArray(value)) return ofList(schema['items'], value);
  return isObject(value) ? ofObject(schema['properties'], value) : value;
}

function typesOf(type: unknown): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

function ofString(types: readonly unknown[], text: string): unknown {
  if (types.includes('string')) return text;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (!decimal.test(text)) return text;
  const number = Number(text);
  if (types.includes('number') && Number.isFinite(number)) return number;
  return types.includes('integer') && Number.isSafeInteger(number) ? number : text;
}

function ofList(items: unknown, list: readonly unknown[]): unknown {
  const coerced = list.map((item) => coerce(items, item));
  return coerced.some((item, at) => item !== list[at]) ? coerced : list;
}

function ofObject(properties: unknown, value: Readonly<Record<string, unknown>>): unknown {
  if (!isObject(properties)) return value;
  const fields = Object.entries(value).map(([key, child]) => {
    return [key, Object.hasOwn(properties, key) ? coerce(properties[key], child) : child] as const;
  });
  return fields.some(([key, child]) => child !== value[key]) ? Object.fromEntries(fields) : value;
}
