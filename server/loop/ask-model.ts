import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import type { ModelRequest, ModelStep } from '../model/model.ts';
import type { LoopPorts } from './loop-ports.ts';
import { offeredTools } from './offered-tools.ts';
import { historyOf, type TurnState } from './state.ts';
import { systemPrompt } from './system-prompt.ts';

export interface Question {
  readonly turn: TurnState;
  readonly round: number;
  readonly withTools: boolean;
}

/** Has the model answer once and passes on its words as they come. */
export async function askModel(ports: LoopPorts, question: Question, signal: AbortSignal): Promise<ModelStep> {
  const { turn, round } = question;
  const stopped = abortOf(signal);
  const events = ports.model.run(requestOf(ports, question), signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      // An adapter that ignores its signal must not keep the person from stopping.
      const { done, value } = await Promise.race([events.next(), stopped]);
      if (done) throw new AgentError('model_unavailable', 'The model stopped in the middle of its answer.');
      if (value.type === 'step') return value.step;
      ports.say({ kind: value.type, turn: turn.turn, round, text: value.text });
    }
  } finally {
    // Not waited for: it may be what hangs.
    void events.return?.().catch(() => {});
  }
}

const stops = new WeakMap<AbortSignal, Promise<never>>();

/** A promise that rejects with the signal's reason; the same one for all rounds of a turn. */
function abortOf(signal: AbortSignal): Promise<never> {
  const known = stops.get(signal);
  if (known) return known;
  const stopped = deferred<never>();
  const stop = (): void => stopped.reject(signal.reason);
  stopped.promise.catch(() => {});
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  stops.set(signal, stopped.promise);
  return stopped.promise;
}

function requestOf(ports: LoopPorts, { turn, round, withTools }: Question): ModelRequest {
  const tools = offeredTools(turn.offer);
  return {
    system: systemPrompt(tools, ports.instructions),
    history: historyOf(ports.state()),
    tools: [...tools.values()].map(({ model }) => model),
    toolChoice: withTools ? choiceOf(turn, round) : 'none',
  };
}

/** A forced call is for the first round only: a model that must always call never ends. */
function choiceOf({ toolChoice }: TurnState, round: number): ToolChoice {
  return round === 1 || toolChoice === 'none' ? toolChoice : 'auto';
}
