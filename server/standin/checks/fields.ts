import { isObject } from '../../../shared/json.ts';
import { Refusal, unknownName } from '../refusal.ts';

/** Every field that a request may carry, object by object, as of v1beta. */
export const knownFields = {
  request:
    'contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent labels model store continuationToken',
  countTokens: 'contents generateContentRequest systemInstruction tools generationConfig',
  content: 'role parts',
  part: 'text thought thoughtSignature inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse videoMetadata partMetadata mediaResolution',
  functionCall: 'id name args',
  functionResponse: 'id name response parts willContinue scheduling',
  responsePart: 'inlineData fileData',
  inlineData: 'mimeType data displayName',
  tool: 'functionDeclarations googleSearch codeExecution urlContext googleMaps fileSearch computerUse',
  declaration: 'name description parameters parametersJsonSchema response responseJsonSchema behavior',
  toolConfig: 'functionCallingConfig retrievalConfig includeServerSideToolInvocations',
  functionCallingConfig: 'mode allowedFunctionNames',
  generationConfig:
    'stopSequences responseMimeType responseSchema responseJsonSchema responseModalities candidateCount maxOutputTokens temperature topP topK seed presencePenalty frequencyPenalty responseLogprobs logprobs thinkingConfig mediaResolution speechConfig imageConfig',
  thinkingConfig: 'includeThoughts thinkingBudget thinkingLevel',
} as const;

const fieldSets = new Map(
  Object.entries(knownFields).map(([kind, names]) => [kind, new Set<string>(names.split(' '))]),
);

/**
 * The fields of an object under their camelCase names, in the order in which they came.
 *
 * @throws Refusal for a value that is no object, or that has a field Gemini does not know.
 */
export function checkFields(
  value: unknown,
  kind: keyof typeof knownFields,
  path: string,
  more: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new Refusal('fields', `Invalid value at '${path}': expected an object.`);
  const fields: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) {
    const known = more.includes(name) ? name : camelCase(name);
    if (!fieldSets.get(kind)?.has(known) && !more.includes(name)) throw unknownName('fields', name, path);
    if (Object.hasOwn(fields, known)) {
      throw new Refusal('fields', `Invalid JSON payload received. Field "${known}" is there twice at '${path}'.`);
    }
    fields[known] = child;
  }
  return fields;
}

/** As the API reads JSON: a field may be spelled either way. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
