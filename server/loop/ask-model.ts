import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import type { ModelEvent, ModelRequest, ModelStep, ModelTool } from '../model/model.ts';
import type { LoopPorts } from './loop-ports.ts';
import { offeredTools, type OfferedTools } from './offered-tools.ts';
import { historyOf, type TurnState } from './state.ts';
import { systemPrompt } from './system-prompt.ts';

export interface Question {
  readonly turn: TurnState;
  readonly round: number;
  readonly withTools: boolean;
  /** Told of the characters that came, whatever becomes of the answer. */
  readonly onChars?: (chars: number) => void;
}

/** Has the model answer once and passes on its words as they come. Rejects as soon as the signal says stop. */
export function askModel(ports: LoopPorts, question: Question, signal: AbortSignal): Promise<ModelStep> {
  const events = ports.model.run(requestOf(ports, question), signal)[Symbol.asyncIterator]();
  // An adapter that ignores its signal must not keep the person from stopping.
  return Promise.race([readAnswer(ports, question, events, signal), stopOf(signal)]);
}

async function readAnswer(
  ports: LoopPorts,
  { turn, round, onChars }: Question,
  events: AsyncIterator<ModelEvent>,
  signal: AbortSignal,
): Promise<ModelStep> {
  try {
    for (;;) {
      const { done, value } = await events.next();
      signal.throwIfAborted();
      if (done) throw new AgentError('model_unavailable', 'The model stopped in the middle of its answer.');
      if (value.type === 'step') return value.step;
      onChars?.(value.text.length);
      ports.say({ kind: value.type, turn: turn.turn, round, text: value.text });
    }
  } finally {
    // Not waited for: it may hang.
    void events.return?.().catch(() => {});
  }
}

const stops = new WeakMap<AbortSignal, Promise<never>>();

/** Rejects with the signal's reason. One promise serves all rounds of a turn. */
function stopOf(signal: AbortSignal): Promise<never> {
  const known = stops.get(signal);
  if (known) return known;
  const stop = deferred<never>();
  stop.promise.catch(() => {});
  if (signal.aborted) stop.reject(signal.reason);
  else signal.addEventListener('abort', () => stop.reject(signal.reason), { once: true });
  stops.set(signal, stop.promise);
  return stop.promise;
}

function requestOf(ports: LoopPorts, { turn, round, withTools }: Question): ModelRequest {
  const tools = offeredTools(turn.offer);
  return {
    system: systemPrompt(tools, ports.instructions),
    history: historyOf(ports.state(), ports.limits.maxHistoryTokens),
    tools: modelTools(tools),
    toolChoice: withTools ? choiceOf(turn, round) : 'none',
  };
}

/** A forced call is for the first round only: a model that must always call never ends. */
function choiceOf({ toolChoice }: TurnState, round: number): ToolChoice {
  return round === 1 || toolChoice === 'none' ? toolChoice : 'auto';
}

const modelToolLists = new WeakMap<OfferedTools, readonly ModelTool[]>();

function modelTools(tools: OfferedTools): readonly ModelTool[] {
  const list = modelToolLists.get(tools) ?? [...tools.values()].map(({ model }) => model);
  modelToolLists.set(tools, list);
  return list;
}
