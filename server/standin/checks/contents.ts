import { isObject } from '../../../shared/json.ts';
import type { Content, Part } from '../content.ts';
import { invalidArgument } from '../refusal.ts';
import { checkFields } from './fields.ts';

const dataFields = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];

/** @param partFields what parts may carry beyond what is known, to play a newer API */
export function checkContents(value: unknown, partFields: readonly string[]): Content[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw invalidArgument('* GenerateContentRequest.contents: contents is not specified');
  }
  return value.map((content, at) => checkContent(content, `contents[${at}]`, partFields));
}

export function checkContent(value: unknown, path: string, partFields: readonly string[]): Content {
  const { role, parts } = checkFields(value, 'content', path);
  if (role !== 'user' && role !== 'model') throw invalidArgument(`Role '${String(role)}' is not supported.`);
  if (!Array.isArray(parts) || parts.length === 0) {
    throw invalidArgument(`* GenerateContentRequest.${path}.parts: contents.parts must not be empty.`);
  }
  return { role, parts: parts.map((part, at) => checkPart(part, role, `${path}.parts[${at}]`, partFields)) };
}

function checkPart(value: unknown, role: string, path: string, partFields: readonly string[]): Part {
  const part = checkFields(value, 'part', path, partFields);
  const data = dataFields.filter((field) => part[field] !== undefined);
  if (data.length !== 1) {
    throw invalidArgument(
      `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field`,
    );
  }
  if (part['text'] !== undefined && typeof part['text'] !== 'string') {
    throw invalidArgument(`Invalid value at '${path}.text' (TYPE_STRING)`);
  }
  if (part['functionCall'] !== undefined) checkCall(part['functionCall'], role, `${path}.function_call`);
  if (part['functionResponse'] !== undefined)
    checkResponse(part['functionResponse'], role, `${path}.function_response`);
  checkSignature(part['thoughtSignature'], role, `${path}.thought_signature`);
  return part;
}

function checkCall(value: unknown, role: string, path: string): void {
  const { args } = checkFields(value, 'functionCall', path);
  if (role !== 'model') throw invalidArgument(`A function call can only be in a model turn, not at '${path}'.`);
  if (args !== undefined && !isObject(args))
    throw invalidArgument(`Invalid value at '${path}.args': expected an object.`);
}

function checkResponse(value: unknown, role: string, path: string): void {
  const { response } = checkFields(value, 'functionResponse', path);
  if (role !== 'user') throw invalidArgument(`A function response can only be in a user turn, not at '${path}'.`);
  if (!isObject(response)) throw invalidArgument(`Invalid value at '${path}.response': expected an object.`);
  if (hasRef(response))
    throw invalidArgument(`Invalid reference at '${path}.response': no part has that display name.`);
}

/** `$ref` in a response names one of its media parts; there are none here. */
function hasRef(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasRef);
  return isObject(value) && ('$ref' in value || Object.values(value).some(hasRef));
}

function checkSignature(signature: unknown, role: string, path: string): void {
  if (signature === undefined) return;
  if (role !== 'model') throw invalidArgument('Corrupted thought signature.');
  const isBase64 = typeof signature === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(signature);
  if (!isBase64) throw invalidArgument(`Invalid value at '${path}' (TYPE_BYTES), Base64 decoding failed`);
}
