import { toErrorPayload, type ErrorPayload } from '../../shared/errors.ts';
import type { ModelStep } from '../model/model.ts';
import { answerCalls } from './answer-calls.ts';
import { askModel } from './ask-model.ts';
import { addUsage, estimateUsage } from './estimate-usage.ts';
import type { EndReason } from './event.ts';
import type { LoopPorts } from './loop-ports.ts';
import { nextStep, type NextStep } from './next-step.ts';
import { historyOf, type TurnState } from './state.ts';

const nothing = { inputTokens: 0, outputTokens: 0 } as const;

/** A foreign error's own words could hold a key or a provider's secrets. */
const modelFailed: ErrorPayload = {
  code: 'model_unavailable',
  message: 'The model could not answer. Try again in a moment.',
};

/**
 * Takes the turn that the log holds to its end, from wherever it stands. Never rejects for what a
 * model or a tool does; returns early only when the session has another owner.
 */
export async function runTurn(ports: LoopPorts, signal: AbortSignal): Promise<void> {
  for (;;) {
    const step = nextStep(ports.state(), ports.limits.maxRounds);
    if (step.kind === 'idle') return;
    const before = ports.state().lastId;
    await take(ports, step, signal);
    // The log took nothing in: somebody else owns the session.
    if (ports.state().lastId === before) return;
  }
}

function take(ports: LoopPorts, step: Exclude<NextStep, { kind: 'idle' }>, signal: AbortSignal): Promise<unknown> {
  if (step.kind === 'answer-calls') return answerCalls(ports, step.turn, step.calls, signal);
  // A stop is told as a stop, not as the limit that it was quicker than.
  if (signal.aborted && (step.kind === 'ask-model' || step.error)) return end(ports, step.turn, 'cancelled');
  if (step.kind === 'end') return end(ports, step.turn, step.reason, step.error);
  return ask(ports, step, signal);
}

async function ask(
  ports: LoopPorts,
  step: Extract<NextStep, { kind: 'ask-model' }>,
  signal: AbortSignal,
): Promise<void> {
  const { turn, round } = step;
  let chars = 0;
  const onChars = (more: number): void => void (chars += more);
  let answer: ModelStep;
  try {
    answer = await askModel(ports, { ...step, onChars }, signal);
  } catch (thrown) {
    // One that failed before its first word was refused, and cost nothing.
    const isBilled = signal.aborted || chars > 0;
    const billed = isBilled ? estimateUsage(historyOf(ports.state(), ports.limits.maxHistoryTokens), chars) : nothing;
    const spent = { ...turn, usage: addUsage(turn.usage, billed) };
    if (signal.aborted) return end(ports, spent, 'cancelled');
    ports.report(thrown);
    return end(ports, spent, 'failed', toErrorPayload(thrown, modelFailed));
  }
  await ports.append({ type: 'model', turn: turn.turn, round, step: answer });
}

async function end(ports: LoopPorts, turn: TurnState, reason: EndReason, error?: ErrorPayload): Promise<void> {
  await ports.append({ type: 'end', turn: turn.turn, reason, usage: turn.usage, ...(error && { error }) });
}
