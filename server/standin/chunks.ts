import { newId } from '../../shared/ids.ts';
import type { Part } from './content.ts';
import type { Step } from './step.ts';

export interface ResponseFrame {
  readonly modelVersion: string;
  readonly responseId: string;
  readonly promptTokens: number;
}

export function responseFrame(model: string, requestBytes: number): ResponseFrame {
  return { modelVersion: model, responseId: newId(), promptTokens: tokensOf(requestBytes) };
}

/** A step as one response. */
export function wholeResponse(step: Step, frame: ResponseFrame): object {
  return response(step.parts, step, frame, sizeOf(step.parts ?? []));
}

/** A step as the chunks of a stream: texts word by word, everything else part by part. */
export function chunkedResponse(step: Step, frame: ResponseFrame): object[] {
  const pieces = (step.parts ?? []).flatMap(piecesOf);
  if (pieces.length === 0) return [wholeResponse(step, frame)];
  let sent = 0;
  return pieces.map((piece, at) => {
    sent += sizeOf([piece]);
    const end = at === pieces.length - 1 ? step : { finishReason: null };
    return response([piece], end, frame, sent);
  });
}

function piecesOf(part: Part): Part[] {
  const text = part['text'];
  if (typeof text !== 'string' || 'thoughtSignature' in part || text === '') return [part];
  return (text.match(/\s*\S+|\s+$/g) ?? [text]).map((word) => ({ ...part, text: word }));
}

function response(
  parts: readonly Part[] | null,
  end: Omit<Step, 'parts'>,
  frame: ResponseFrame,
  sentBytes: number,
): object {
  const candidatesTokenCount = tokensOf(sentBytes);
  const { modelVersion, responseId, promptTokens: promptTokenCount } = frame;
  const candidate = {
    ...(parts === null ? {} : { content: { role: 'model', parts } }),
    ...(end.finishReason === null ? {} : { finishReason: end.finishReason }),
    ...(end.finishMessage === undefined ? {} : { finishMessage: end.finishMessage }),
    ...(end.continuationToken === undefined ? {} : { continuationToken: end.continuationToken }),
    index: 0,
  };
  const totalTokenCount = promptTokenCount + candidatesTokenCount;
  const usageMetadata = { promptTokenCount, candidatesTokenCount, totalTokenCount };
  return { candidates: [candidate], usageMetadata, modelVersion, responseId };
}

export function blockedResponse(blockReason: string, frame: ResponseFrame): object {
  const { modelVersion, responseId, promptTokens } = frame;
  const usageMetadata = { promptTokenCount: promptTokens, totalTokenCount: promptTokens };
  return { promptFeedback: { blockReason }, usageMetadata, modelVersion, responseId };
}

/** About four bytes make a token. */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}

function sizeOf(parts: readonly Part[]): number {
  return JSON.stringify(parts).length;
}
