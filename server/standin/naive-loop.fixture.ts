import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { StandinAnswer } from './answer.ts';
import type { RecordedRequest } from './request-log.ts';
import { startStandin, type Standin, type StandinOptions } from './standin.ts';

export interface Part {
  text?: string;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args: Record<string, unknown> };
  functionResponse?: Record<string, unknown>;
  [field: string]: unknown;
}

export interface Content {
  role: string;
  parts: Part[];
}

/** A first round as it was, for a loop to go on from. */
export interface Round {
  readonly model: Content;
  readonly responses: Content;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly record: RecordedRequest;
  json(): ReturnType<typeof JSON.parse>;
}

export const tools = [{ functionDeclarations: ['one', 'two'].map((name) => ({ name, description: name })) }];
export const calls = [
  { name: 'one', args: { a: 1, b: 2 } },
  { name: 'two', args: {} },
  { name: 'one', args: { a: 3 } },
];
export const question: Content = { role: 'user', parts: [{ text: 'go' }] };
export const unary = '/v1beta/models/m:generateContent';
export const streamed = '/v1beta/models/m:streamGenerateContent?alt=sse';

/** A stand-in, and a loop of a few lines that talks to it without any SDK. */
export class NaiveLoop {
  readonly standin: Standin;

  private constructor(standin: Standin) {
    this.standin = standin;
  }

  static async start(t: TestContext, answer: StandinAnswer, options: Partial<StandinOptions> = {}): Promise<NaiveLoop> {
    const standin = await startStandin({ answer: () => answer, ...options });
    t.after(() => standin.close());
    return new NaiveLoop(standin);
  }

  async post(body: unknown, path = unary, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(this.standin.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const record = this.standin.requests.at(-1);
    assert.ok(record);
    return { status: response.status, text, record, json: () => JSON.parse(text) };
  }

  send(contents: readonly Content[], more: object = {}, path = unary): Promise<Reply> {
    return this.post({ contents, tools, ...more }, path);
  }

  /** Asks once, and answers each call as it should be. */
  async round(more: object = {}): Promise<Round> {
    const generationConfig = { thinkingConfig: { includeThoughts: true } };
    const first = await this.send([question], { generationConfig, ...more });
    const model: Content = first.json().candidates[0].content;
    const parts = model.parts.flatMap(({ functionCall }) => (functionCall ? [responseTo(functionCall)] : []));
    return { model, responses: { role: 'user', parts } };
  }
}

/** A loop that has been through the first round of a turn with three calls. */
export async function calledLoop(
  t: TestContext,
  options: Partial<StandinOptions> = {},
): Promise<{ loop: NaiveLoop } & Round> {
  const loop = await NaiveLoop.start(t, { calls, text: 'Let me see. ', thought: 'hm' }, options);
  return { loop, ...(await loop.round()) };
}

export function callsIn({ model }: Round): Part[] {
  return model.parts.filter((part) => part.functionCall);
}

export function responseTo({ id, name }: NonNullable<Part['functionCall']>): Part {
  return { functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: 'ok' } } };
}

/** The fields of one response, to be spoiled. */
export function responseAt({ responses }: Round, at: number): Record<string, unknown> {
  return responses.parts[at]?.functionResponse ?? {};
}
