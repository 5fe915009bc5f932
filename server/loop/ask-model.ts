import { AgentError } from '../../shared/errors.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import type { ModelRequest, ModelStep } from '../model/model.ts';
import type { LoopPorts } from './loop-ports.ts';
import { offeredTools } from './offered-tools.ts';
import type { TurnState } from './state.ts';
import { systemPrompt } from './system-prompt.ts';

export interface Question {
  readonly turn: TurnState;
  readonly round: number;
  readonly withTools: boolean;
}

/** Has the model answer once and passes on its words as they come. */
export async function askModel(ports: LoopPorts, question: Question, signal: AbortSignal): Promise<ModelStep> {
  const { turn, round } = question;
  for await (const event of ports.model.run(requestOf(ports, question), signal)) {
    if (event.type === 'step') return event.step;
    ports.say({ kind: event.type, turn: turn.turn, round, text: event.text });
  }
  throw new AgentError('model_unavailable', 'The model stopped in the middle of its answer.');
}

function requestOf(ports: LoopPorts, { turn, round, withTools }: Question): ModelRequest {
  const tools = offeredTools(turn.offer);
  return {
    system: systemPrompt(tools, ports.instructions),
    history: ports.state().history,
    tools: [...tools.values()].map(({ model }) => model),
    toolChoice: withTools ? choiceOf(turn, round) : 'none',
  };
}

/** A forced call is for the first round only: a model that must always call never ends. */
function choiceOf({ toolChoice }: TurnState, round: number): ToolChoice {
  return round === 1 || toolChoice === 'none' ? toolChoice : 'auto';
}
