import { deferred, type Deferred } from '../../shared/deferred.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { CallAnswer } from '../loop/loop-ports.ts';
import type { Clock } from './clock.ts';
import { outcome } from './outcomes.ts';

export interface PendingCallsOptions {
  readonly clock: Clock;
  /** The longest that a person may take to decide. */
  readonly approvalMs: number;
  /** How long the browser may take to answer after `onDeadline`. */
  readonly cancelGraceMs: number;
  /** Time is up: the browser should be told. */
  readonly onDeadline: (call: string) => void;
}

export interface CallTerms {
  readonly readOnly: boolean;
  readonly timeoutMs: number;
  /**
   * Until when the person may decide who was asked before, elsewhere; milliseconds since 1970. Whether they still
   * have to is for the page to say: until it does, the call may take the rest of that time and its own.
   */
  readonly askedUntil?: number | undefined;
}

interface PendingCall {
  readonly answer: Deferred<CallAnswer>;
  readonly readOnly: boolean;
  readonly timeoutMs: number;
  stopTimer: () => void;
  isAsking: boolean;
  /** When a person has had all the time there is, however often they are asked. */
  askedUntil: number | undefined;
  /** How often they were given more. */
  extensions: number;
  /** Time was up and the browser was told: what it says now can't put the end off again. */
  isExpired: boolean;
}

/** How often a person can be given the time to decide again. */
export const mostExtensions = 2;

/** The bridge from "sent to the browser" to "answered": one promise for each call in flight. */
export class PendingCalls {
  readonly #calls = new Map<string, PendingCall>();
  readonly #options: PendingCallsOptions;

  constructor(options: PendingCallsOptions) {
    this.#options = options;
  }

  /**
   * Settles with the browser's answer, or with an outcome of the server's when none comes in time. Never
   * rejects. A call that is open stays as it is.
   */
  open(call: string, { readOnly, timeoutMs, askedUntil }: CallTerms): Promise<CallAnswer> {
    const known = this.#calls.get(call);
    if (known) return known.answer.promise;
    const answer = deferred<CallAnswer>();
    const pending: PendingCall = {
      answer,
      readOnly,
      timeoutMs,
      stopTimer: () => {},
      isAsking: false,
      askedUntil,
      extensions: 0,
      isExpired: false,
    };
    this.#calls.set(call, pending);
    const { clock } = this.#options;
    const toDecideMs = askedUntil === undefined ? 0 : Math.max(0, askedUntil - clock.now());
    this.#restart(call, pending, toDecideMs + timeoutMs);
    return answer.promise;
  }

  /** Sent again, to another page: the tool has all its time before it. A question to the person keeps theirs. */
  restart(call: string): void {
    const pending = this.#calls.get(call);
    if (pending && !pending.isExpired && !pending.isAsking) this.#restart(call, pending, pending.timeoutMs);
  }

  get ids(): readonly string[] {
    return [...this.#calls.keys()];
  }

  has(call: string): boolean {
    return this.#calls.has(call);
  }

  /**
   * The person is deciding: the deadline stands still, for so long as the browser says but not for ever. They may ask
   * for more time, twice.
   *
   * @returns until when they may decide, in milliseconds since 1970; undefined when nobody waits for it any more.
   */
  pause(call: string, remainingMs: number): number | undefined {
    const pending = this.#calls.get(call);
    if (!pending || pending.isExpired) return undefined;
    const { clock, approvalMs, cancelGraceMs } = this.#options;
    pending.isAsking = true;
    const until = clock.now() + Math.min(remainingMs, approvalMs);
    const { askedUntil = until } = pending;
    // The same end as before, said again, is a little later by the time that it was on its way.
    if (until > askedUntil + cancelGraceMs && pending.extensions < mostExtensions) {
      pending.extensions += 1;
      pending.askedUntil = until;
    } else {
      pending.askedUntil = Math.min(until, askedUntil);
    }
    this.#restart(call, pending, Math.max(0, pending.askedUntil - clock.now()) + cancelGraceMs);
    return pending.askedUntil;
  }

  /** Decided: the tool has all its time before it. Nothing when nobody was asked. */
  resume(call: string): void {
    const pending = this.#calls.get(call);
    if (!pending?.isAsking || pending.isExpired) return;
    pending.isAsking = false;
    this.#restart(call, pending, pending.timeoutMs);
  }

  /** False when nobody waits for this call: a late or repeated answer. */
  settle(call: string, result: CallAnswer): boolean {
    const pending = this.#calls.get(call);
    if (!pending) return false;
    pending.stopTimer();
    this.#calls.delete(call);
    pending.answer.resolve(result);
    return true;
  }

  /** The person stopped the turn. What they had not decided on did not run; an effect that ran may have happened. */
  stopAll(): void {
    for (const [call, { readOnly, isAsking }] of this.#calls) {
      this.settle(call, outcome(readOnly || isAsking ? 'cancelled' : 'unknown_outcome'));
    }
  }

  settleAll(result: ToolResult): void {
    for (const call of this.ids) this.settle(call, result);
  }

  #restart(call: string, pending: PendingCall, ms: number): void {
    pending.stopTimer();
    pending.stopTimer = this.#options.clock.after(ms, () => this.#expire(call, pending));
  }

  #expire(call: string, pending: PendingCall): void {
    pending.isExpired = true;
    this.#options.onDeadline(call);
    // An effect that gives no answer may have happened; a read can't have done harm.
    const given = outcome(pending.readOnly ? 'timeout' : 'unknown_outcome');
    pending.stopTimer = this.#options.clock.after(this.#options.cancelGraceMs, () => this.settle(call, given));
  }
}
