import { deferred, type Deferred } from '../../shared/deferred.ts';
import { canonicalJson, isObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { Clock } from '../tab/clock.ts';
import type { Ask, Decision, Scope } from './ask.ts';
import { askHandler, type ApprovalHandler } from './site-policy.ts';

/** Who settled a question. */
export type Settler = 'person' | 'site' | 'expired' | 'policy';

export interface Answer {
  readonly decision: Decision;
  readonly by: Settler;
  /** Of the call as it was decided on. */
  readonly hash: string;
  /** The person changed the arguments before they said yes. */
  readonly isChanged: boolean;
}

/** The arguments after the person changed some of them. @throws AgentError: what is wrong with them. */
export type Revise = (changed: JsonObject) => Promise<{ readonly args: JsonValue; readonly hash: string }>;

export interface QuestionsOptions {
  readonly clock: Clock;
  /** Asked in place of the person; undefined where a card is shown. */
  readonly handler: () => ApprovalHandler | null | undefined;
  readonly onOpen: (ask: Ask) => void;
  /** A question reads otherwise than before. */
  readonly onChange: (ask: Ask) => void;
  readonly onClose: (ask: Ask, decision: Decision | 'cancelled', by: Settler) => void;
}

interface Revision {
  readonly changed: JsonObject;
  readonly revising: ReturnType<Revise>;
}

interface Question {
  ask: Ask;
  readonly answer: Deferred<Answer>;
  readonly revise: Revise | undefined;
  /** A card of it is shown, and a click can answer it. */
  readonly isShown: boolean;
  /** What the person changed is being looked at. */
  isRevising: boolean;
  /** What it asks about is not what the model wrote any more. */
  isChanged: boolean;
  callOff: () => void;
}

/** How long a message may be that the person reads about what they changed. */
const maxProblemChars = 300;

/** The open questions: one answer for each, by one click of the person's own. */
export class Questions {
  readonly #options: QuestionsOptions;
  #open: readonly Question[] = [];
  #asks: readonly Ask[] = [];

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Those that a card is shown for, oldest first. Immutable: a change makes a new list. */
  get asks(): readonly Ask[] {
    return this.#asks;
  }

  /** Puts a question. @throws the signal's reason when it is withdrawn. */
  async put(ask: Ask, revise: Revise | undefined, signal: AbortSignal): Promise<Answer> {
    const handler = this.#options.handler();
    const gone = new AbortController();
    const question: Question = {
      ...{
        ask,
        revise,
        answer: deferred<Answer>(),
        isShown: !handler,
        isRevising: false,
        isChanged: false,
        callOff: () => {},
      },
    };
    const withdraw = (): void => {
      if (this.#remove(question, 'cancelled', 'policy')) question.answer.reject(signal.reason);
    };
    this.#become([...this.#open, question]);
    this.#options.onOpen(ask);
    this.#expireLater(question);
    signal.addEventListener('abort', withdraw, { once: true });
    if (handler) void this.#handle(question, handler, gone.signal);
    try {
      return await question.answer.promise;
    } finally {
      question.callOff();
      gone.abort();
      signal.removeEventListener('abort', withdraw);
    }
  }

  /**
   * Answers a question. False when nothing was decided: the event was not the person's own, the question is settled,
   * was never asked, or does not offer this answer.
   */
  decide(call: string, decision: Scope | 'denied', event: Pick<Event, 'isTrusted'>, changed?: JsonObject): boolean {
    const question = this.#shown(call);
    if (!event.isTrusted || !question) return false;
    const { ask, revise } = question;
    if (decision === 'denied') return this.#settle(question, decision, 'person');
    if (question.isRevising) return false;
    if (!ask.scopes.includes(decision)) return false;
    if (!changed) return this.#settle(question, decision, 'person');
    if (!revise || !Object.keys(changed).every((name) => ask.editable.includes(name))) return false;
    void this.#revise(question, decision, { changed, revising: revise(changed) });
    return true;
  }

  /** Answers several at once. What is dangerous is not let through as one of many. */
  decideAll(calls: readonly string[], decision: 'once' | 'denied', event: Pick<Event, 'isTrusted'>): boolean {
    const decided = calls.filter((call) => {
      const isSafe = decision === 'denied' || this.#shown(call)?.ask.danger === false;
      return isSafe && this.decide(call, decision, event);
    });
    return decided.length > 0;
  }

  /** Gives the person the time again that a question began with. False when that is used up. */
  extend(call: string): boolean {
    const question = this.#shown(call);
    if (!question || question.ask.extensions === 0) return false;
    const { askedAt, expiresAt, extensions } = question.ask;
    const now = this.#options.clock.now();
    const change = { askedAt: now, expiresAt: now + expiresAt - askedAt, extensions: extensions - 1 };
    this.#change(question, change);
    this.#expireLater(question);
    return true;
  }

  /** Denies those that nobody needs to be asked about any more. */
  deny(isDue: (ask: Ask) => boolean): void {
    for (const question of this.#open) if (isDue(question.ask)) this.#settle(question, 'denied', 'policy');
  }

  #shown(call: string): Question | undefined {
    return this.#open.find(({ ask, isShown }) => isShown && ask.call === call);
  }

  #expireLater(question: Question): void {
    const { clock } = this.#options;
    question.callOff();
    const expire = (): boolean => this.#settle(question, 'expired', 'expired');
    question.callOff = clock.after(Math.max(0, question.ask.expiresAt - clock.now()), expire);
  }

  async #handle(question: Question, handler: ApprovalHandler, signal: AbortSignal): Promise<void> {
    this.#settle(question, await askHandler(handler, question.ask, signal), 'site');
  }

  /**
   * What the person wrote must fit the tool as what the model wrote does. What does not is asked on, and so is what the
   * tool makes of it where that is not what the card has shown.
   */
  async #revise(question: Question, decision: Scope, { changed, revising }: Revision): Promise<void> {
    question.isRevising = true;
    try {
      const { args, hash } = await revising;
      const shown = isObject(question.ask.args) ? { ...question.ask.args, ...changed } : changed;
      question.isRevising = false;
      question.isChanged = true;
      this.#change(question, { args, hash });
      if (canonicalJson(args) === canonicalJson(shown)) this.#settle(question, decision, 'person');
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message.slice(0, maxProblemChars) : 'This can not be used.';
      question.isRevising = false;
      this.#change(question, { problem });
    }
  }

  #settle(question: Question, decision: Decision, by: Settler): boolean {
    if (!this.#remove(question, decision, by)) return false;
    const { ask, isChanged } = question;
    question.answer.resolve({ decision, by, hash: ask.hash, isChanged });
    return true;
  }

  /** Gone from the list before anyone hears the answer: a second click finds nothing to decide. */
  #remove(question: Question, decision: Decision | 'cancelled', by: Settler): boolean {
    if (!this.#open.includes(question)) return false;
    this.#become(this.#open.filter((other) => other !== question));
    this.#options.onClose(question.ask, decision, by);
    return true;
  }

  #change(question: Question, change: Partial<Ask>): void {
    if (!this.#open.includes(question)) return;
    question.ask = { ...question.ask, ...change };
    this.#become(this.#open);
    this.#options.onChange(question.ask);
  }

  #become(open: readonly Question[]): void {
    this.#open = open;
    this.#asks = open.flatMap(({ ask, isShown }) => (isShown ? [ask] : []));
  }
}
