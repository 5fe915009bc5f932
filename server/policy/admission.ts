import type { ErrorPayload } from '../../shared/errors.ts';
import type { Log } from '../log.ts';

/** What the operator's own check is told of whoever wants to talk. */
export interface Visit {
  /** Of the page, as its browser says. */
  readonly origin: string;
  readonly address: string;
  /** From the ticket; undefined without one. */
  readonly subject: string | undefined;
  /** Those of the handshake that tell visitors apart; `cookie` holds what the agent's own host has set. */
  readonly headers: { readonly [Name in (typeof shownHeaders)[number]]?: string };
}

export const shownHeaders = ['user-agent', 'accept-language', 'cookie'] as const;

/** True, or a sentence that is told to the person. */
export type Admission = true | { readonly refuse: string };

/** The operator's own check, called before a socket's first message is answered. */
export type Admit = (visit: Visit) => Admission | Promise<Admission>;

export interface AdmissionOptions {
  readonly admit: Admit;
  readonly visit: Visit;
  readonly timeoutMs: number;
  readonly log: Log;
}

const maxSentenceChars = 500;

/** Asks the operator's check. Whatever goes wrong with it is a refusal: a check that is down must not open the door. */
export async function askAdmission({
  admit,
  visit,
  timeoutMs,
  log,
}: AdmissionOptions): Promise<ErrorPayload | undefined> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`admit took longer than ${timeoutMs} ms`)), timeoutMs);
    });
    const answer: unknown = await Promise.race([admit(visit), late]);
    if (answer === true) return undefined;
    const sentence = sentenceOf(answer);
    if (sentence) return { code: 'policy_denied', message: sentence.slice(0, maxSentenceChars) };
    throw new TypeError('admit must answer true or { refuse: "a sentence" }');
  } catch (thrown) {
    log.error({ err: thrown }, 'admit failed');
    return unavailable;
  } finally {
    clearTimeout(timer);
  }
}

/** Told to the person when nobody could decide. */
export const unavailable: ErrorPayload = {
  code: 'model_unavailable',
  message: 'The assistant can’t be asked just now. Try again in a minute.',
};

function sentenceOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('refuse' in answer)) return undefined;
  return typeof answer.refuse === 'string' ? answer.refuse : undefined;
}
