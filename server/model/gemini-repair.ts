import { isObject } from '../../shared/json.ts';
import { foreignStepSignature, type GeminiContent, type GeminiPart } from './gemini-content.ts';
import type { ModelTool } from './model.ts';

/** What is changed about a request whose answer could not be used. */
export interface Repair {
  /** Answers so far whose calls could not be read. */
  readonly malformed: number;
  /** Signatures of the current turn: missing ones are filled in, or all are taken for spoiled. */
  readonly signatures?: 'missing' | 'spoiled';
}

export const noRepair: Repair = { malformed: 0 };

/** Answers in which a call went wrong: asked again they often come out right, and with a reminder more often. */
const malformedReasons = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'MALFORMED_RESPONSE']);
const mostMalformed = 2;

/** How to ask after an answer that is not to be kept; undefined when nothing but the same is left to try. */
export function repairAfter(reason: string, before: Repair): Repair | undefined {
  if (reason === 'MISSING_THOUGHT_SIGNATURE') return signatureRepair('missing', before);
  const { malformed } = before;
  return malformedReasons.has(reason) && malformed < mostMalformed
    ? { ...before, malformed: malformed + 1 }
    : undefined;
}

/** Once only: a signature that is refused in this form is refused for good. */
export function signatureRepair(fault: 'missing' | 'spoiled', before: Repair): Repair | undefined {
  return before.signatures ? undefined : { ...before, signatures: fault };
}

/** The conversation as it is asked with. Nothing of a repair is kept: the next round sends the history as it is. */
export function repaired(
  contents: readonly GeminiContent[],
  { malformed, signatures }: Repair,
  tools: readonly ModelTool[],
): readonly GeminiContent[] {
  const signed = signatures ? resigned(contents, signatures === 'spoiled') : contents;
  return malformed < mostMalformed ? signed : [...signed, reminder(tools)];
}

/** A message of its own: beside responses it would confuse their count. */
function reminder(tools: readonly ModelTool[]): GeminiContent {
  const names = tools.map(({ name }) => name).join(', ') || 'none';
  const text = `[Note from the program, not from the person: your last answer could not be read and was dropped. The tools are: ${names}. Call them by these names, with arguments as their schemas say, or answer in words.]`;
  return { role: 'user', parts: [{ text }] };
}

/** Only of the turn that goes on, for no other is checked. */
function resigned(contents: readonly GeminiContent[], areSpoiled: boolean): GeminiContent[] {
  const start = contents.findLastIndex(({ role, parts }) => role === 'user' && !parts.some(isResponse));
  return contents.map((content, at) => {
    if (at < start || content.role !== 'model') return content;
    const first = content.parts.findIndex(isCall);
    return { ...content, parts: content.parts.map((part, index) => signedPart(part, index === first, areSpoiled)) };
  });
}

function signedPart(part: GeminiPart, isFirstCall: boolean, areSpoiled: boolean): GeminiPart {
  const { thoughtSignature, ...rest } = part;
  if (thoughtSignature !== undefined && !areSpoiled) return part;
  return isFirstCall ? { ...rest, thoughtSignature: foreignStepSignature } : rest;
}

function isCall(part: GeminiPart): boolean {
  return isObject(part['functionCall']);
}

function isResponse(part: GeminiPart): boolean {
  return isObject(part['functionResponse']);
}
