import { Validator, type OutputUnit, type SchemaDraft } from '@cfworker/json-schema';
import type { JsonObject } from './json.ts';

/** `issues` is one line for the model: what is wrong, and where. */
export type Validation =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issues: string };

const validators = new WeakMap<JsonObject, Validator>();

/** Checks a value against a JSON Schema by interpreting it: nothing is compiled, so no CSP forbids it. */
export function validateJson(schema: JsonObject, dialect: unknown, value: unknown): Validation {
  let validator = validators.get(schema);
  if (!validator) {
    validator = new Validator(schema, draftOf(dialect), false);
    validators.set(schema, validator);
  }
  const { valid, errors } = validator.validate(value);
  return valid ? { ok: true, value } : { ok: false, issues: describe(errors) };
}

function draftOf(dialect: unknown): SchemaDraft {
  const name = typeof dialect === 'string' ? dialect : '';
  if (name.includes('draft-04')) return '4';
  if (name.includes('draft-07') || name.includes('draft-06')) return '7';
  return name.includes('2019-09') ? '2019-09' : '2020-12';
}

/** Says only that something further down is wrong. */
const wrappers = new Set(['properties', 'patternProperties', 'items', 'prefixItems', 'allOf', '$ref', 'false']);

function describe(errors: readonly OutputUnit[]): string {
  const causes = errors.filter(({ keyword }) => !wrappers.has(keyword));
  const lines = (causes.length > 0 ? causes : errors).map(({ instanceLocation, error }) => {
    const path = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
    return `${path || 'arguments'}: ${error}`;
  });
  return lines.slice(0, 5).join('; ').slice(0, 500);
}
