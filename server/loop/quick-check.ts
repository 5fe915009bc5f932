import { isObject } from '../../shared/json.ts';

/** What a check has nothing to do with. */
const words: ReadonlySet<string> = new Set(['title', 'description']);

/**
 * Whether a value surely fits a schema. True is final. False says that this could not tell: it knows
 * the keywords that nearly every tool is made of, makes nothing while it looks, and leaves all else,
 * and the words for what is wrong, to a validator.
 */
export function surelyFits(schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) return false;
  for (const keyword in schema) {
    if (!words.has(keyword) && !keeps(keyword, schema, value)) return false;
  }
  return true;
}

function keeps(keyword: string, schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const rule = schema[keyword];
  switch (keyword) {
    case 'type':
      return isOfType(rule, value);
    case 'properties':
      return isObject(rule) && propertiesFit(rule, value);
    case 'required':
      return Array.isArray(rule) && isObject(value) && rule.every((name) => Object.hasOwn(value, name));
    case 'items':
      return Array.isArray(value) && !('prefixItems' in schema) && value.every((item) => surelyFits(rule, item));
    case 'enum':
      return Array.isArray(rule) && isPrimitive(value) && rule.includes(value);
    case 'minimum':
      return typeof rule === 'number' && typeof value === 'number' && value >= rule;
    case 'maximum':
      return typeof rule === 'number' && typeof value === 'number' && value <= rule;
    default:
      return false;
  }
}

function propertiesFit(rules: Readonly<Record<string, unknown>>, value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const name in rules) {
    if (Object.hasOwn(value, name) && !surelyFits(rules[name], value[name])) return false;
  }
  return true;
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    default:
      return false;
  }
}

function isPrimitive(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
