import { isObject } from '../../../shared/json.ts';
import { Refusal, unknownName } from '../refusal.ts';

const keywords = new Set(
  'type format title description nullable enum items minItems maxItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default minimum maximum'.split(
    ' ',
  ),
);

/** `parameters`: a message type of its own, in which an unknown keyword is a parse error. */
export function checkOpenApi(value: unknown, path: string): void {
  if (!isObject(value)) throw new Refusal('openapi-keywords', `Invalid value at '${path}': expected an object.`);
  for (const keyword of Object.keys(value)) {
    if (!keywords.has(keyword)) throw unknownName('openapi-keywords', keyword, path);
  }
  for (const [name, child] of Object.entries(Object(value['properties']))) {
    checkOpenApi(child, `${path}.properties[${name}]`);
  }
  if (value['items'] !== undefined) checkOpenApi(value['items'], `${path}.items`);
  const { anyOf } = value;
  if (Array.isArray(anyOf)) for (const [at, child] of anyOf.entries()) checkOpenApi(child, `${path}.any_of[${at}]`);
}
