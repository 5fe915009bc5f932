import { isObject, type JsonObject } from '../../../shared/json.ts';
import { jsonOf } from '../content.ts';
import { invalidArgument, unknownName } from '../refusal.ts';
import { checkFields } from './fields.ts';

/** A function as the client declared it. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

const functionName = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;
const parameterName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const maxDeclarations = 512;

const schemaKeywords = new Set(
  'type format title description nullable enum items minItems maxItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default minimum maximum'.split(
    ' ',
  ),
);

export function checkTools(value: unknown): DeclaredTool[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalidArgument("Invalid value at 'tools': expected a list.");
  const declared = value.flatMap((tool, at) => {
    const { functionDeclarations = [] } = checkFields(tool, 'tool', `tools[${at}]`);
    const list = Array.isArray(functionDeclarations) ? functionDeclarations : [];
    return list.map((each, index) => checkDeclaration(each, `tools[${at}].function_declarations[${index}]`));
  });
  if (declared.length > maxDeclarations)
    throw invalidArgument(`At most ${maxDeclarations} function declarations are allowed.`);
  const twice = declared.find((tool, at) => declared.findIndex((other) => other.name === tool.name) < at);
  if (twice) throw invalidArgument(`Duplicate function declaration found: ${twice.name}`);
  return declared;
}

function checkDeclaration(value: unknown, path: string): DeclaredTool {
  const { name, description = '', parameters, parametersJsonSchema } = checkFields(value, 'declaration', path);
  if (typeof name !== 'string' || !functionName.test(name)) {
    throw invalidArgument(
      `Invalid function name at '${path}.name'. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:) or dashes (-), with a maximum length of 128.`,
    );
  }
  if (parameters !== undefined && parametersJsonSchema !== undefined) {
    throw invalidArgument(`'${path}': parameters and parameters_json_schema are mutually exclusive.`);
  }
  if (parameters !== undefined) checkOpenApi(parameters, `${path}.parameters`);
  if (parametersJsonSchema !== undefined) checkJsonSchema(parametersJsonSchema, `${path}.parameters_json_schema`);
  const schema = jsonOf(parameters ?? parametersJsonSchema ?? { type: 'object', properties: {} });
  return { name, description: String(description), parameters: isObject(schema) ? schema : {} };
}

/** The old field: a message type of its own, in which an unknown keyword is a parse error. */
function checkOpenApi(value: unknown, path: string): void {
  if (!isObject(value)) throw invalidArgument(`Invalid value at '${path}': expected an object.`);
  for (const keyword of Object.keys(value)) if (!schemaKeywords.has(keyword)) throw unknownName(keyword, path);
  for (const [name, child] of Object.entries(Object(value['properties'])))
    checkOpenApi(child, `${path}.properties[${name}]`);
  if (value['items'] !== undefined) checkOpenApi(value['items'], `${path}.items`);
}

/** The new field: free JSON, of which the meaning is checked and not the words. */
function checkJsonSchema(value: unknown, path: string): void {
  if (!isObject(value) || value['type'] !== 'object') {
    throw invalidArgument(`'${path}': the schema at the root must be of type object.`);
  }
  for (const name of Object.keys(Object(value['properties']))) {
    if (!parameterName.test(name)) throw invalidArgument(`'${path}.properties': invalid parameter name '${name}'.`);
  }
  checkNode(value, path);
}

function checkNode(value: unknown, path: string): void {
  if (Array.isArray(value)) for (const [at, child] of value.entries()) checkNode(child, `${path}[${at}]`);
  if (!isObject(value)) return;
  const members = value['enum'];
  if (Array.isArray(members) && members.includes('')) throw invalidArgument(`'${path}.enum': cannot be empty`);
  if (value['type'] === 'array' && value['items'] === undefined && value['prefixItems'] === undefined) {
    throw invalidArgument(`'${path}.items': missing field.`);
  }
  for (const [key, child] of Object.entries(value)) checkNode(child, `${path}.${key}`);
}
