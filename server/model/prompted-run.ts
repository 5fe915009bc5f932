import { AgentError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { ToolChoice, Usage } from '../../shared/protocol.ts';
import type { Delta, Failure, Outcome } from './attempts.ts';
import type { ModelRequest, ModelStep } from './model.ts';
import type { Answer } from './prompted-answer.ts';
import { askClient } from './prompted-client.ts';
import type { PromptedClient, TextStream } from './prompted-shapes.ts';
import { askText } from './prompted-text.ts';

export interface PromptedRunOptions {
  readonly takesSystem?: boolean;
  readonly newNonce?: () => string;
}

/** One answer, with the attempts that it takes. */
export class PromptedRun {
  readonly #client: PromptedClient | TextStream;
  readonly #request: ModelRequest;
  readonly #options: PromptedRunOptions;
  /** A call was asked for: words wait until it is known whether they are the answer. */
  readonly #isForced: boolean;
  #reminder: string | undefined;
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };

  constructor(client: PromptedClient | TextStream, request: ModelRequest, options: PromptedRunOptions) {
    this.#client = client;
    this.#request = request;
    this.#options = options;
    this.#isForced = request.toolChoice !== 'auto' && request.toolChoice !== 'none';
  }

  /** Asks once. Yields words and thoughts as they come. */
  async *ask(signal: AbortSignal): AsyncGenerator<Delta, Outcome> {
    signal.throwIfAborted();
    let shown = false;
    let answer: Answer;
    const deltas = untilStopped(this.#open(signal), signal);
    try {
      for (;;) {
        const { done, value } = await deltas.next();
        if (done) {
          answer = value;
          break;
        }
        if (value.type === 'text' && this.#isForced) continue;
        shown ||= value.type === 'text';
        yield value;
      }
    } catch (thrown) {
      signal.throwIfAborted();
      return { kind: 'failed', shown, ...failureOf(thrown) };
    }
    const outcome = this.#judge(answer);
    if (outcome.kind === 'step' && this.#isForced && answer.content !== '')
      yield { type: 'text', text: answer.content };
    return outcome;
  }

  #open(signal: AbortSignal): AsyncGenerator<Delta, Answer> {
    const { takesSystem = false, newNonce = shortNonce } = this.#options;
    const [client, request, reminder] = [this.#client, this.#request, this.#reminder];
    return typeof client === 'function'
      ? askText({ stream: client, newNonce, request, reminder }, signal)
      : wordsOf(askClient({ client, takesSystem, request, reminder }, signal));
  }

  /** A second attempt is made when nothing came, or no call where one was asked for. */
  #judge(answer: Answer): Outcome {
    this.#usage = added(this.#usage, answer.usage);
    const { toolChoice } = this.#request;
    // Guidance that the model has ignored is still the rule.
    const calls = toolChoice === 'none' ? [] : answer.calls;
    const isEmpty = calls.length === 0 && answer.content.trim() === '';
    const isWanting = isEmpty || (this.#isForced && calls.length === 0 && this.#reminder === undefined);
    if (!isWanting) return { kind: 'step', step: stepOf({ ...answer, calls, usage: this.#usage }) };
    this.#reminder = reminderFor(toolChoice);
    const error = new AgentError('model_unavailable', 'The model gave no answer. Please try again.');
    return { kind: 'broken', error, shown: false };
  }
}

async function* wordsOf(coming: Promise<Answer>): AsyncGenerator<Delta, Answer> {
  const answer = await coming;
  if (answer.content !== '') yield { type: 'text', text: answer.content };
  return answer;
}

/** A source that ignores its signal must not hold anybody up. @throws the signal's reason */
async function* untilStopped(events: AsyncIterator<Delta, Answer>, signal: AbortSignal): AsyncGenerator<Delta, Answer> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  stopped.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await Promise.race([events.next(), stopped]);
      if (done) return value;
      yield value;
    }
  } finally {
    // Not waited for: it may hang.
    void events.return?.().catch(() => {});
  }
}

function reminderFor(choice: ToolChoice): string {
  const note = '[Note from the program, not from the person:';
  if (choice === 'none') return `${note} the answer was empty. Answer in words, without a call.]`;
  if (choice === 'auto') return `${note} the answer was empty. Answer in words, or call a tool.]`;
  return `${note} call ${choice === 'required' ? 'a tool' : choice.tool}, in the form that was shown.]`;
}

/** Short, because a small model has to copy it, and too long to be guessed within one conversation. */
function shortNonce(): string {
  return newId()
    .replaceAll(/[^a-z0-9]/gi, 'x')
    .slice(0, 8);
}

function stepOf({ content, calls, raw, isCut, usage }: Answer): ModelStep {
  if (calls.length > 0) return { raw, text: content, calls, finish: 'calls', usage };
  const words = { ...raw, tool_calls: [], ...(raw.text === undefined ? {} : { text: content }) };
  return { raw: words, text: content, calls, finish: isCut ? 'truncated' : 'answered', usage };
}

function added(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

/** Nothing of a foreign error's text reaches the person: it may hold a key. */
function failureOf(thrown: unknown): Failure {
  if (AgentError.is(thrown)) return { error: thrown, retry: false };
  const status = thrown instanceof Error && 'status' in thrown ? thrown.status : undefined;
  if (status === 429) {
    const message = 'The model gets more requests than its allowance at the moment. Please try again in a minute.';
    return { error: new AgentError('model_quota', message, { cause: thrown }), retry: true };
  }
  const isTransient = typeof status !== 'number' || status === 408 || status >= 500;
  const error = new AgentError('model_unavailable', 'The model could not be reached.', { cause: thrown });
  return { error, retry: isTransient };
}
