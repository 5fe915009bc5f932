import type * as z from 'zod/mini';
import type { ZodTypeAny } from 'zod/v3';
import { isObject, toJson, type JsonObject } from './json.ts';
import type { Validation } from './json-schema-validator.ts';
import { fixedLimits, pageLimits } from './limits.ts';

/** A schema of the host page's, in whatever dialect it was written, made into what this package needs. */
export interface HostSchema {
  /** As the model sees it. */
  readonly jsonSchema: JsonObject;
  readonly validate: (value: unknown) => Promise<Validation>;
}

const accepted =
  'Accepted are a JSON Schema, a Zod 4, Zod Mini or Zod 3 schema, and a Standard Schema with ~standard.jsonSchema.';

const noArguments: HostSchema = {
  jsonSchema: { type: 'object', properties: {}, additionalProperties: false },
  validate: async (value) =>
    value === undefined || (isObject(value) && Object.keys(value).length === 0)
      ? { ok: true, value: {} }
      : { ok: false, issues: 'arguments: this tool takes none' },
};

/**
 * The schema of a tool's arguments. A missing one means: no arguments.
 *
 * @throws TypeError when it is no schema, can not be written as JSON Schema, or describes no object.
 */
export async function schemaOf(input: unknown): Promise<HostSchema> {
  if (input === undefined || input === null) return noArguments;
  const schema = await valueSchemaOf(input);
  const { type, properties } = schema.jsonSchema;
  if (type === 'object') return schema;
  if (type !== undefined || !isObject(properties)) {
    throw new TypeError('The schema of arguments must describe an object at its root: { "type": "object", … }.');
  }
  return { ...schema, jsonSchema: { type: 'object', ...schema.jsonSchema } };
}

/**
 * The schema of any value, a tool's result for one.
 *
 * @throws TypeError when it is no schema or can not be written as JSON Schema.
 */
export async function valueSchemaOf(input: unknown): Promise<HostSchema> {
  if (!hasFields(input)) throw new TypeError(`This is no schema: ${typeof input}. ${accepted}`);
  // Zod 4 and Zod 3 are told apart here, because the converter of one gives an empty schema for the other.
  if (isZod4(input)) return { jsonSchema: await fromZod4(input), validate: validatorOf(input) };
  if (isZod3(input)) return { jsonSchema: await fromZod3(input), validate: validatorOf(input) };
  if (isObject(input['~standard'])) return { jsonSchema: fromStandard(input), validate: validatorOf(input) };
  return fromJsonSchema(input);
}

// Two copies of a library on one page are common: kinds are told by their features, never by their class.
type Fields = Readonly<Record<string, unknown>>;

function hasFields(value: unknown): value is Fields {
  return isObject(value) || typeof value === 'function';
}

function isZod4(value: Fields): value is Fields & z.core.$ZodType {
  return hasFields(value['_zod']);
}

function isZod3(value: Fields): value is Fields & ZodTypeAny {
  return isObject(value['_def']) && typeof value['_def']['typeName'] === 'string';
}

async function fromZod4(schema: z.core.$ZodType): Promise<JsonObject> {
  const { toJSONSchema } = await import('./zod4-converter.ts');
  return plain(() => toJSONSchema(schema, { io: 'input' }));
}

async function fromZod3(schema: ZodTypeAny): Promise<JsonObject> {
  const { zodToJsonSchema } = await import('./zod3-converter.ts');
  return plain(() => zodToJsonSchema(schema, { $refStrategy: 'none', target: 'jsonSchema7' }));
}

function fromStandard(schema: Fields): JsonObject {
  const standard = schema['~standard'];
  const converter = isObject(standard) ? standard['jsonSchema'] : undefined;
  const toInput = isObject(converter) ? converter['input'] : undefined;
  if (typeof toInput !== 'function') {
    const vendor = isObject(standard) ? String(standard['vendor']) : '';
    throw new TypeError(`This Standard Schema (${vendor}) can not be turned into JSON Schema by itself. ${accepted}`);
  }
  return plain(() => toInput({ target: 'draft-2020-12' }));
}

/** Runs a converter and makes a plain, non-empty JSON copy of what it gave. */
function plain(convert: () => unknown): JsonObject {
  let json: unknown;
  try {
    json = toJson(convert(), { maxBytes: fixedLimits.maxPageToolBytes, maxDepth: pageLimits.maxArgsDepth });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`The schema can not be written as JSON Schema. ${why}`, { cause });
  }
  if (!isJsonObject(json)) throw new TypeError(`This is no schema. ${accepted}`);
  const { $schema: _dialect, ...schema } = json;
  if (Object.keys(schema).length === 0) throw new TypeError(`The schema says nothing. ${accepted}`);
  return schema;
}

function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

const jsonSchemaKeywords = [
  ...['type', 'properties', 'required', 'additionalProperties', '$ref', '$defs', 'enum', 'const', 'anyOf', 'oneOf'],
  ...['allOf', 'not', 'if', 'items', 'prefixItems', 'description', 'title'],
];

function fromJsonSchema(input: Fields): HostSchema {
  // A bare shape such as { sku: z.string() } is a common slip; it would pass for a schema without keywords.
  const shapeOf = Object.values(input).some((value) => hasFields(value) && (isZod4(value) || isZod3(value)));
  if (shapeOf) throw new TypeError('This is the shape of an object, not a schema. Wrap it: z.object({ … }).');
  if (!jsonSchemaKeywords.some((keyword) => Object.hasOwn(input, keyword))) {
    throw new TypeError(`This is no schema. ${accepted}`);
  }
  const jsonSchema = plain(() => input);
  let interpreter: Promise<typeof import('./json-schema-validator.ts')> | undefined;
  return {
    jsonSchema,
    validate: async (value) => {
      interpreter ??= import('./json-schema-validator.ts');
      return (await interpreter).validateJson(jsonSchema, input['$schema'], value);
    },
  };
}

/** The schema's own validator: it knows refinements that JSON Schema can't say. */
function validatorOf(schema: Fields): HostSchema['validate'] {
  const standard = schema['~standard'];
  const check = isObject(standard) ? standard['validate'] : undefined;
  const parse = schema['safeParseAsync'];
  if (typeof check === 'function') return async (value) => fromStandardResult(await check(value));
  if (typeof parse === 'function') return async (value) => fromZod3Result(await parse.call(schema, value));
  throw new TypeError(`This schema can not validate. ${accepted}`);
}

function fromStandardResult(result: unknown): Validation {
  if (!isObject(result)) return { ok: false, issues: 'arguments: invalid' };
  return Array.isArray(result['issues'])
    ? { ok: false, issues: describe(result['issues']) }
    : { ok: true, value: result['value'] };
}

function fromZod3Result(result: unknown): Validation {
  if (!isObject(result)) return { ok: false, issues: 'arguments: invalid' };
  if (result['success'] === true) return { ok: true, value: result['data'] };
  const issues = isObject(result['error']) ? result['error']['issues'] : undefined;
  return { ok: false, issues: describe(Array.isArray(issues) ? issues : []) };
}

function describe(issues: readonly unknown[]): string {
  const lines = issues.filter(isObject).map((issue) => {
    const path = Array.isArray(issue['path']) ? issue['path'].map(segment).join('.') : '';
    return `${path || 'arguments'}: ${String(issue['message'])}`;
  });
  return lines.slice(0, 5).join('; ').slice(0, 500) || 'arguments: invalid';
}

/** Standard Schema allows a path segment to be an object with a key. */
function segment(part: unknown): string {
  return String(isObject(part) ? part['key'] : part);
}
