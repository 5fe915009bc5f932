import type { ErrorPayload } from '../../shared/errors.ts';
import type { EndReason } from './event.ts';
import { offeredTools } from './offered-tools.ts';
import type { CallRecord, SessionState, TurnState } from './state.ts';

/** What a session does next. A pure function of its log. */
export type NextStep =
  | { readonly kind: 'idle' }
  /** Calls without a result: new ones to check and dispatch, or dispatched ones to wait for. */
  | { readonly kind: 'answer-calls'; readonly turn: TurnState; readonly calls: readonly CallRecord[] }
  | { readonly kind: 'ask-model'; readonly turn: TurnState; readonly round: number; readonly withTools: boolean }
  | { readonly kind: 'end'; readonly turn: TurnState; readonly reason: EndReason; readonly error?: ErrorPayload };

export function nextStep({ turn }: SessionState, maxRounds: number): NextStep {
  if (!turn) return { kind: 'idle' };

  const open = turn.calls.filter((call) => !call.result);
  if (open.length > 0) return { kind: 'answer-calls', turn, calls: open };

  if (turn.lastFinish === 'answered') return { kind: 'end', turn, reason: 'answered' };
  if (turn.lastFinish === 'truncated') return { kind: 'end', turn, reason: 'truncated' };
  if (turn.rounds >= maxRounds) return { kind: 'end', turn, reason: 'failed', error: tooManyRounds(maxRounds) };

  const unknown = turn.rounds === 0 ? unknownChoice(turn) : undefined;
  if (unknown) return { kind: 'end', turn, reason: 'failed', error: unknown };

  // Nobody is there to run a tool: the turn ends with words that wait for the person.
  const withTools = !turn.calls.some(({ result }) => result?.ok === false && result.error.code === 'disconnected');
  return { kind: 'ask-model', turn, round: turn.rounds + 1, withTools };
}

/** A choice that can't be kept is said to be one: neither another tool nor an answer in words was asked for. */
function unknownChoice({ toolChoice, offer }: TurnState): ErrorPayload | undefined {
  const tools = offeredTools(offer);
  if (typeof toolChoice === 'string' || tools.has(toolChoice.tool)) return undefined;
  const names = [...tools.keys()].join(', ');
  const rest = names ? `The tools here are: ${names}.` : 'There are no tools here.';
  return { code: 'unknown_tool', message: `There is no tool "${toolChoice.tool}" to call. ${rest}`.slice(0, 2_000) };
}

function tooManyRounds(maxRounds: number): ErrorPayload {
  return {
    code: 'max_rounds',
    message: `Stopped after ${maxRounds} steps without an answer. Send a message to go on.`,
  };
}
