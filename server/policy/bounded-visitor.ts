import type { ErrorPayload } from '../../shared/errors.ts';
import type { Limits } from '../../shared/limits.ts';
import type { Usage } from '../../shared/protocol.ts';
import type { Log } from '../log.ts';
import { askAdmission, unavailable, type Admit, type Visit } from './admission.ts';
import type { Counts } from './counts.ts';
import { inWords } from './in-words.ts';
import type { TokenBudget } from './token-budget.ts';
import { unbounded } from './unbounded.ts';
import type { Visitor } from './visitor.ts';

/** What all visitors of a server share. */
export interface VisitorBounds {
  readonly limits: Limits;
  readonly counts: Counts;
  /** The tokens of all visitors together. */
  readonly everyone: TokenBudget;
  /** The operator's own check. */
  readonly admit: Admit | undefined;
  readonly log: Log;
}

export interface BoundedVisitorOptions {
  readonly entrance: VisitorBounds;
  readonly visit: Visit;
  readonly mayUse: (tool: string) => boolean;
  /** What is counted together. */
  readonly key: string;
  readonly own: TokenBudget;
}

/** A place is held by its node; one that is gone holds it no longer than this. */
const placeMs = 60_000;
const minuteMs = 60_000;

/** A visitor whose turns, messages and tokens are counted. Where counting fails, no turn begins. */
export class BoundedVisitor implements Visitor {
  readonly subject: string | undefined;
  readonly mayUse: (tool: string) => boolean;
  readonly #options: BoundedVisitorOptions;
  readonly #places: (() => Promise<void>)[] = [];
  #isAdmitted = false;

  constructor(options: BoundedVisitorOptions) {
    this.#options = options;
    this.subject = options.visit.subject;
    this.mayUse = options.mayUse;
  }

  async beginTurn(): Promise<ErrorPayload | undefined> {
    try {
      // The place comes last: whoever is refused holds none.
      return (await this.#refuse()) ?? (await this.#findPlace());
    } catch (thrown) {
      this.#options.entrance.log.error({ err: thrown }, 'counting failed');
      return unavailable;
    }
  }

  endTurn({ inputTokens, outputTokens }: Usage): void {
    const { own, entrance } = this.#options;
    const { everyone, log } = entrance;
    const tokens = inputTokens + outputTokens;
    const leave = this.#places.shift() ?? nowhere;
    Promise.all([own.spend(tokens), everyone.spend(tokens), leave()]).catch((thrown: unknown) =>
      log.error({ err: thrown, tokens }, 'counting failed'),
    );
  }

  async #refuse(): Promise<ErrorPayload | undefined> {
    const { own, entrance } = this.#options;
    const { everyone } = entrance;
    if (await everyone.isSpent()) return serverSpent(everyone.renewsInMs);
    if (await own.isSpent()) return visitorSpent(own.renewsInMs);
    return (await this.#countMessage()) ?? (await this.#admit());
  }

  async #countMessage(): Promise<ErrorPayload | undefined> {
    const { key, entrance } = this.#options;
    const { counts, limits } = entrance;
    const points = limits.visitorMessagesPerMinute;
    if (points >= unbounded) return undefined;
    const { allowed, retryInMs } = await counts.take(`messages:${key}`, { points, windowMs: minuteMs });
    return allowed ? undefined : tooOften(retryInMs);
  }

  /** Asked until the answer is yes: whoever was refused may sign in, and say it again. */
  async #admit(): Promise<ErrorPayload | undefined> {
    const { entrance, visit } = this.#options;
    const { admit, limits, log } = entrance;
    if (!admit || this.#isAdmitted) return undefined;
    const refusal = await askAdmission({ admit, visit, timeoutMs: limits.admitMs, log });
    this.#isAdmitted = !refusal;
    return refusal;
  }

  async #findPlace(): Promise<ErrorPayload | undefined> {
    const { key, entrance } = this.#options;
    const { counts, limits } = entrance;
    if (limits.visitorTurns >= unbounded) return undefined;
    const leave = await counts.enter(`turns:${key}`, limits.visitorTurns, placeMs);
    if (!leave) return tooMany;
    this.#places.push(leave);
    return undefined;
  }
}

const nowhere = async (): Promise<void> => {};

const tooMany: ErrorPayload = {
  code: 'rate_limited',
  message: 'Other answers of yours are still on their way. Send it again when one of them has ended.',
};

function tooOften(retryInMs: number): ErrorPayload {
  const message = `Those were many messages in a short time. Send it again in ${inWords(retryInMs)}.`;
  return { code: 'rate_limited', message };
}

function visitorSpent(renewsInMs: number): ErrorPayload {
  const message = `Your share of the assistant is used up for today. Come back in ${inWords(renewsInMs)}.`;
  return { code: 'budget_exceeded', message };
}

function serverSpent(renewsInMs: number): ErrorPayload {
  const message = `The assistant has answered all that it may today. Come back in ${inWords(renewsInMs)}.`;
  return { code: 'budget_exceeded', message };
}
