import { isObject } from '../../../shared/json.ts';
import type { Content, Part } from '../content.ts';
import type { Profile } from '../profile.ts';
import { Refusal, unknownName } from '../refusal.ts';
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

export interface ContentRules {
  readonly profile: Profile;
  /** What parts may carry beyond what is known, to play a newer API. */
  readonly partFields: readonly string[];
}

/** Where a part is, and on whose side. */
interface Place {
  readonly role: string;
  readonly path: string;
}

/** Each content by itself, with its fields under their camelCase names. */
export function checkContents(value: unknown, rules: ContentRules): Content[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Refusal('contents', '* GenerateContentRequest.contents: contents is not specified');
  }
  return value.map((content, at) => checkContent(content, `contents[${at}]`, rules));
}

export function checkContent(value: unknown, path: string, rules: ContentRules): Content {
  const { role, parts } = checkFields(value, 'content', path);
  if (role !== 'user' && role !== 'model') throw new Refusal('role', `Role '${String(role)}' is not supported.`);
  if (!Array.isArray(parts) || parts.length === 0) {
    throw new Refusal('parts', `* GenerateContentRequest.${path}.parts: contents.parts must not be empty.`);
  }
  return { role, parts: parts.map((part, at) => checkPart(part, { role, path: `${path}.parts[${at}]` }, rules)) };
}

function checkPart(value: unknown, { role, path }: Place, rules: ContentRules): Part {
  const part = checkFields(value, 'part', path, rules.partFields);
  const data = dataFields.filter((field) => part[field] !== undefined);
  if (data.length !== 1) {
    throw new Refusal(
      'parts',
      `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field`,
    );
  }
  if (part['text'] !== undefined && typeof part['text'] !== 'string') {
    throw new Refusal('fields', `Invalid value at '${path}.text' (TYPE_STRING)`);
  }
  checkSignature(part['thoughtSignature'], { role, path });
  const { functionCall, functionResponse, inlineData } = part;
  if (functionCall !== undefined) {
    return { ...part, functionCall: checkCall(functionCall, { role, path: `${path}.function_call` }, rules) };
  }
  if (functionResponse !== undefined) {
    const place = { role, path: `${path}.function_response` };
    return { ...part, functionResponse: checkResponse(functionResponse, place, rules) };
  }
  if (inlineData !== undefined) return { ...part, inlineData: checkInlineData(inlineData, `${path}.inline_data`) };
  return part;
}

function checkCall(value: unknown, { role, path }: Place, { profile }: ContentRules): object {
  const call = checkFields(value, 'functionCall', path);
  if (role !== 'model') throw new Refusal('role', `Role '${role}' is not supported for a function call at '${path}'.`);
  if (profile.ids === 'none' && call['id'] !== undefined) throw unknownName('response-id', 'id', path);
  if (call['args'] !== undefined && !isObject(call['args'])) {
    throw new Refusal('objects', `Invalid value at '${path}.args': expected an object.`);
  }
  return call;
}

function checkResponse(value: unknown, { role, path }: Place, { profile }: ContentRules): object {
  const answer = checkFields(value, 'functionResponse', path);
  if (role !== 'user') {
    throw new Refusal('role', `Role '${role}' is not supported for a function response at '${path}'.`);
  }
  if (profile.ids === 'none' && answer['id'] !== undefined) throw unknownName('response-id', 'id', path);
  const { response, parts } = answer;
  if (!isObject(response)) throw new Refusal('objects', `Invalid value at '${path}.response': expected an object.`);
  if (parts === undefined) return withReferences(answer, [], path);
  if (!profile.takesMedia) throw unknownName('fields', 'parts', path);
  const media = Array.isArray(parts) ? parts.map((part, at) => checkMedia(part, `${path}.parts[${at}]`)) : [];
  return { ...withReferences(answer, media.map(nameOf), path), parts: media };
}

/** `$ref` in a response names one of its media parts. */
function withReferences<Answer extends Readonly<Record<string, unknown>>>(
  answer: Answer,
  names: readonly unknown[],
  path: string,
): Answer {
  if (referencesIn(answer['response']).every((name) => names.includes(name))) return answer;
  throw new Refusal('objects', `Invalid reference at '${path}.response': no part has that display name.`);
}

function referencesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => (key === '$ref' ? [child] : referencesIn(child)));
}

function checkMedia(value: unknown, path: string): Readonly<Record<string, unknown>> {
  const { inlineData, ...rest } = checkFields(value, 'responsePart', path);
  return inlineData === undefined ? rest : { inlineData: checkInlineData(inlineData, `${path}.inline_data`) };
}

function nameOf({ inlineData }: Readonly<Record<string, unknown>>): unknown {
  return isObject(inlineData) ? inlineData['displayName'] : undefined;
}

function checkInlineData(value: unknown, path: string): object {
  const blob = checkFields(value, 'inlineData', path);
  checkBase64(blob['data'], `${path}.data`);
  return blob;
}

function checkSignature(signature: unknown, { role, path }: Place): void {
  if (signature === undefined) return;
  if (role !== 'model') throw new Refusal('signature-moved', 'Corrupted thought signature.');
  checkBase64(signature, `${path}.thought_signature`);
}

function checkBase64(value: unknown, path: string): void {
  if (typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return;
  throw new Refusal('base64', `Invalid value at '${path}' (TYPE_BYTES), Base64 decoding failed`);
}
