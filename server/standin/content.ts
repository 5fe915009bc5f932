import { isObject, type JsonValue } from '../../shared/json.ts';

export type Part = Readonly<Record<string, unknown>>;

export interface Content {
  readonly role: string;
  readonly parts: readonly Part[];
}

export interface FunctionCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface FunctionResponse {
  readonly id: string | undefined;
  readonly name: string;
  readonly response: Readonly<Record<string, unknown>>;
}

export function callsOf(content: Content): FunctionCall[] {
  return content.parts.flatMap(({ functionCall: call }) =>
    isObject(call) ? [{ id: textOf(call['id']), name: textOf(call['name']) ?? '', args: objectOf(call['args']) }] : [],
  );
}

export function responsesOf(content: Content): FunctionResponse[] {
  return content.parts.flatMap(({ functionResponse: answer }) =>
    isObject(answer)
      ? [{ id: textOf(answer['id']), name: textOf(answer['name']) ?? '', response: objectOf(answer['response']) }]
      : [],
  );
}

/** The words of a message, without thoughts. */
export function wordsOf(content: Content): string {
  return content.parts.map((part) => (part['thought'] === true ? '' : (textOf(part['text']) ?? ''))).join('');
}

/** Where the current turn begins: at the last message of the person's own. */
export function currentTurnStart(contents: readonly Content[]): number {
  return contents.findLastIndex((content) => content.role === 'user' && responsesOf(content).length === 0);
}

/** A whole JSON value out of what a client sent; it came out of JSON.parse. */
export function jsonOf(value: unknown): JsonValue {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
