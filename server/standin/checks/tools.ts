import { isObject, type JsonObject } from '../../../shared/json.ts';
import { jsonOf, type Content, callsOf } from '../content.ts';
import { Refusal } from '../refusal.ts';
import type { Warn } from './catalogue.ts';
import { checkFields } from './fields.ts';
import { checkJsonSchema } from './json-schema.ts';
import { checkOpenApi } from './openapi-schema.ts';

/** A function as the client declared it. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

const functionName = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;
const maxDeclarations = 512;

export function checkTools(value: unknown): DeclaredTool[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Refusal('fields', "Invalid value at 'tools': expected a list.");
  const declared = value.flatMap((tool, at) => {
    const { functionDeclarations = [] } = checkFields(tool, 'tool', `tools[${at}]`);
    const list = Array.isArray(functionDeclarations) ? functionDeclarations : [];
    return list.map((each, index) => checkDeclaration(each, `tools[${at}].function_declarations[${index}]`));
  });
  if (declared.length > maxDeclarations) {
    throw invalid(`Invalid function declarations: at most ${maxDeclarations} are allowed.`);
  }
  const names = new Set<string>();
  for (const { name } of declared) {
    if (names.has(name)) throw invalid(`Invalid function declarations: Duplicate function declaration found: ${name}`);
    names.add(name);
  }
  return declared;
}

/** A call of a function that is not there any more, or never was. */
export function noteUndeclaredCalls(contents: readonly Content[], declared: readonly DeclaredTool[], warn: Warn): void {
  const names = new Set(declared.map(({ name }) => name));
  for (const { name } of contents.flatMap(callsOf)) {
    if (!names.has(name)) warn('undeclared-call', `Undeclared function in the history: ${name}`);
  }
}

function checkDeclaration(value: unknown, path: string): DeclaredTool {
  const { name, description = '', parameters, parametersJsonSchema } = checkFields(value, 'declaration', path);
  if (typeof name !== 'string' || !functionName.test(name)) {
    throw invalid(
      `Invalid function name at '${path}.name'. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:) or dashes (-), with a maximum length of 128.`,
    );
  }
  if (parameters !== undefined && parametersJsonSchema !== undefined) {
    throw new Refusal('one-schema', `${path}: parameters and parameters_json_schema are mutually exclusive.`);
  }
  if (parameters !== undefined) checkOpenApi(parameters, `${path}.parameters`);
  if (parametersJsonSchema !== undefined) checkJsonSchema(parametersJsonSchema, `${path}.parameters_json_schema`);
  const schema = jsonOf(parameters ?? parametersJsonSchema ?? { type: 'object', properties: {} });
  return { name, description: String(description), parameters: isObject(schema) ? schema : {} };
}

function invalid(message: string): Refusal {
  return new Refusal('declarations', message);
}
