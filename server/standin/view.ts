import type { CheckedRequest } from './checks/request.ts';
import type { DeclaredTool } from './checks/tools.ts';
import { callsOf, currentTurnStart, responsesOf, wordsOf, type Content } from './content.ts';

/** One answered call. */
export interface ViewedResult {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** `{output}` or `{error: {code, message}}`. */
  readonly response: Readonly<Record<string, unknown>>;
}

/** One message of the person's, and what came of it. */
export interface ViewedTurn {
  readonly text: string;
  readonly results: readonly ViewedResult[];
  /** Empty while the turn is running. */
  readonly answer: string;
}

/** A request as whoever plays the model wants to see it. */
export interface StandinView {
  readonly system: string;
  /** The last message of the person's. */
  readonly text: string;
  /** The calls of the current turn so far, in order. */
  readonly results: readonly ViewedResult[];
  /** The turns before the current one. */
  readonly earlier: readonly ViewedTurn[];
  /** The tools that may be called in this round. */
  readonly tools: readonly DeclaredTool[];
  /** True when this round has to call something. */
  readonly mustCall: boolean;
  readonly contents: readonly Content[];
  /** True when an answer that was cut off is to go on. */
  readonly continues?: boolean;
}

export function viewOf(request: CheckedRequest): StandinView {
  const { contents, calling } = request;
  const turns = turnsOf(contents);
  const current = turns.at(-1) ?? { text: '', results: [], answer: '' };
  return {
    system: request.system === undefined ? '' : wordsOf(request.system),
    text: current.text,
    results: current.results,
    earlier: turns.slice(0, -1),
    tools: calling.allowed,
    mustCall: calling.mode === 'ANY',
    contents,
    continues: request.continuationToken !== undefined,
  };
}

function turnsOf(contents: readonly Content[]): ViewedTurn[] {
  const start = currentTurnStart(contents);
  if (start < 0) return [];
  const current = contents.slice(start);
  const before = contents.slice(0, start);
  const said = { text: wordsOf(current[0] ?? { role: 'user', parts: [] }) };
  return [...turnsOf(before), { ...said, results: resultsOf(current), answer: current.map(answerOf).join('') }];
}

function answerOf(content: Content): string {
  return content.role === 'model' ? wordsOf(content) : '';
}

function resultsOf(contents: readonly Content[]): ViewedResult[] {
  return contents.flatMap((content, at) => {
    const calls = callsOf(contents[at - 1] ?? content);
    return responsesOf(content).map(({ name, response }, index) => ({
      name,
      args: calls[index]?.args ?? {},
      response,
    }));
  });
}
