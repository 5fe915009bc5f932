import type { ModelAdapter, ModelCall, ModelEvent, ModelRequest, ModelStep } from '../server/model/model.ts';

/** What the model does in one round. */
export type ScriptedAnswer =
  | string
  | {
      readonly text?: string;
      readonly thought?: string;
      readonly calls?: readonly (Omit<ModelCall, 'args'> & { readonly args?: unknown })[];
      readonly finish?: ModelStep['finish'];
      readonly usage?: ModelStep['usage'];
    }
  /** Thrown instead of an answer. */
  | Error;

export type ScriptedStep =
  ScriptedAnswer | ((request: ModelRequest, signal: AbortSignal) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedModel extends ModelAdapter {
  /** Every request, as it was made. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A model that gives these answers, one a round. Texts arrive in words, as from a real one.
 * After the last step it throws, so that a loop that goes on too long fails its test.
 */
export function scriptedModel(steps: readonly ScriptedStep[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    label: 'Scripted',
    rehearsal: true,
    requests,
    run: (request, signal) => {
      requests.push(structuredClone(request));
      return answerOf(steps[requests.length - 1], requests.length, request, signal);
    },
  };
}

async function* answerOf(
  step: ScriptedStep | undefined,
  round: number,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  if (step === undefined) throw new Error(`The script has no answer for request ${round}.`);
  const answer = typeof step === 'function' ? await untilAborted(step(request, signal), signal) : step;
  if (answer instanceof Error) throw answer;
  const { text = '', thought, calls = [], ...rest } = typeof answer === 'string' ? { text: answer } : answer;
  if (thought !== undefined) yield { type: 'thought', text: thought };
  for (const word of text.match(/\s*\S+|\s+$/g) ?? []) {
    signal.throwIfAborted();
    yield { type: 'text', text: word };
  }
  const made = calls.map((call) => ({ ...call, args: call.args ?? {} }));
  const finish = rest.finish ?? (made.length > 0 ? 'calls' : 'answered');
  const raw = { scripted: round, text, calls: made };
  yield {
    type: 'step',
    step: { raw, text, calls: made, finish, ...('usage' in rest && rest.usage ? { usage: rest.usage } : {}) },
  };
}

/** A step may wait for ever; a real model's request ends when it is aborted. */
function untilAborted<T>(answer: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    void Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
