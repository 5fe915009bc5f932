import type { ModelCall, ModelResult } from '../model/model.ts';
import type { Decision, Place } from './event.ts';

/** What was asked about a call, and what became of it. */
export interface CallApproval {
  /** Of a tool on the server: what the question is bound to. */
  readonly nonce?: string | undefined;
  readonly hash?: string | undefined;
  /** Undefined while the person has not decided. */
  readonly decision?: Decision;
}

export interface CallRecord {
  /** `<turn>.<round>.<index>` */
  readonly id: string;
  readonly round: number;
  readonly call: ModelCall;
  /** The page that it was sent to last; undefined before that. Of a tool on the server, once it has begun, `onServer`. */
  readonly sentTo: Place | undefined;
  /** How often it was to be sent, or has begun. */
  readonly dispatches: number;
  /** Until when the person may decide, if they are asked; milliseconds since 1970. */
  readonly askedUntil: number | undefined;
  readonly approval: CallApproval | undefined;
  /** As the model is told it. */
  readonly result: ModelResult | undefined;
}

/** Stands for the page that a call is sent to, where none is. No page has an empty name. */
export const onServer: Place = { page: '', tab: '', ledger: '' };

export function newRecord(id: string, round: number, call: ModelCall): CallRecord {
  return {
    id,
    round,
    call,
    sentTo: undefined,
    dispatches: 0,
    askedUntil: undefined,
    approval: undefined,
    result: undefined,
  };
}

// Both are written out for the events of a call: a spread takes V8 several times as long.

export function sentRecord(
  { id, round, call, askedUntil, dispatches, approval, result }: CallRecord,
  sentTo?: Place,
): CallRecord {
  return { id, round, call, sentTo, dispatches: dispatches + 1, askedUntil, approval, result };
}

export function settledRecord(
  { id, round, call, sentTo, dispatches, askedUntil, approval }: CallRecord,
  result: ModelResult,
): CallRecord {
  return { id, round, call, sentTo, dispatches, askedUntil, approval, result };
}
