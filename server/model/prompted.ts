import { limits } from '../../shared/limits.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import { runAttempts, type Patience } from './attempts.ts';
import type { ModelAdapter, ModelRequest } from './model.ts';
import { PromptedRun } from './prompted-run.ts';
import type { PromptedClient, TextStream } from './prompted-shapes.ts';

export interface PromptedOptions extends Patience {
  /** Shown to the person: who answers. */
  readonly label?: string;
  /**
   * For turns whose message asks for nothing else. A call is forced in the first round only: a model that must
   * always call never ends.
   */
  readonly toolChoice?: ToolChoice;
  /** Whether a client takes a message of the role `system`. Otherwise those words stand before the first message. */
  readonly takesSystem?: boolean;
  /** Makes the letters and digits in the tags of one conversation. */
  readonly newNonce?: () => string;
}

/**
 * Makes a caller of tools out of a model that has no calling of its own: of a client that emulates it, or of any
 * source of text, by prompt and parsing. The loop's checks, rounds and approvals are those of any model.
 *
 * @throws TypeError when the client is neither
 */
export function promptedModel(client: PromptedClient | TextStream, options: PromptedOptions = {}): ModelAdapter {
  if (typeof client !== 'function' && typeof client?.invoke !== 'function') {
    throw new TypeError('promptedModel: give a client with "invoke", or a function that returns a stream of text.');
  }
  const { label = 'Prompted model', toolChoice = 'auto', timeoutMs = limits.modelMs } = options;
  return {
    label,
    rehearsal: false,
    run: (request, signal) => {
      const run = new PromptedRun(client, { ...request, toolChoice: choiceOf(request, toolChoice) }, options);
      return runAttempts((stop) => run.ask(stop), { ...options, timeoutMs }, signal);
    },
  };
}

/** The message's own choice wins. A name that is not on offer must not become "any tool". */
function choiceOf({ history, tools, toolChoice }: ModelRequest, own: ToolChoice): ToolChoice {
  const isFirstRound = history.at(-1)?.role === 'user';
  const usual = own === 'none' || isFirstRound ? own : 'auto';
  const choice = toolChoice === 'auto' ? usual : toolChoice;
  if (choice === 'required') return tools.length > 0 ? choice : 'auto';
  return typeof choice === 'string' || tools.some(({ name }) => name === choice.tool) ? choice : 'auto';
}
