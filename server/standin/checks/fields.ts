import { isObject } from '../../../shared/json.ts';
import { invalidArgument, unknownName } from '../refusal.ts';

/** Every field that a request may carry, object by object, as of v1beta. */
export const knownFields = {
  request:
    'contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent labels model store',
  content: 'role parts',
  part: 'text thought thoughtSignature inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse videoMetadata partMetadata mediaResolution',
  functionCall: 'id name args',
  functionResponse: 'id name response parts willContinue scheduling',
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

/** @throws Refusal for a value that is no object, or that has a field Gemini does not know. */
export function checkFields(
  value: unknown,
  kind: keyof typeof knownFields,
  path: string,
  more: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw invalidArgument(`Invalid value at '${path}': expected an object.`);
  for (const name of Object.keys(value)) {
    if (!fieldSets.get(kind)?.has(name) && !more.includes(name)) throw unknownName(name, path);
  }
  return value;
}
