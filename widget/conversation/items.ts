import type { ErrorCode, ErrorPayload } from '../../shared/errors.ts';
import type { JsonValue } from '../../shared/json.ts';

/** What a chip shows. Each phase carries only what exists in it. */
export type CallState =
  | { readonly phase: 'requested' }
  | { readonly phase: 'asking' }
  | { readonly phase: 'running'; readonly since: number; readonly progress?: string | number }
  /** How long it took is known only to the page that ran it. */
  | { readonly phase: 'done'; readonly ms: number | undefined; readonly value: JsonValue }
  | { readonly phase: 'denied' }
  | { readonly phase: 'failed'; readonly error: ErrorPayload }
  | { readonly phase: 'timed-out' }
  | { readonly phase: 'cancelled' }
  | { readonly phase: 'unknown' };

export type CallPhase = CallState['phase'];

/** One row of the transcript. */
export type Item = UserItem | AgentItem | ThoughtItem | CallItem | NoteItem;

export interface UserItem {
  readonly kind: 'user';
  /** The message's id on the wire. */
  readonly id: string;
  readonly text: string;
  /** Whose words they are; missing for what the person typed. */
  readonly origin?: 'pasted' | 'script' | undefined;
  /** `waiting`: kept until the server has it. */
  readonly state: 'waiting' | 'sent' | 'failed';
}

export interface AgentItem {
  readonly kind: 'agent';
  /** `<turn>.<round>` */
  readonly id: string;
  readonly turn: number;
  readonly attempt: number;
  readonly text: string;
  readonly streaming: boolean;
}

/** What the model says of its own thinking, as far as it says anything. It is no part of the answer. */
export interface ThoughtItem {
  readonly kind: 'thought';
  readonly id: string;
  readonly text: string;
}

/** How the question about a call was settled. `auto`: a yes from before, or a rule, answered it. */
export interface Receipt {
  readonly decision: 'once' | 'session' | 'always' | 'denied' | 'expired' | 'auto';
  /** As `Date.now()`. */
  readonly at: number;
}

export interface CallItem {
  readonly kind: 'call';
  /** The call's id: `<turn>.<round>.<index>` */
  readonly id: string;
  readonly turn: number;
  readonly tool: string;
  readonly args: JsonValue;
  readonly state: CallState;
  /** Missing while nothing was decided, and where nobody was asked. */
  readonly receipt?: Receipt;
}

/** Something the person should know that nobody said: a stopped turn, an error, a lost session. */
export interface NoteItem {
  readonly kind: 'note';
  readonly id: string;
  readonly tone: 'info' | 'error';
  /** In English; the views translate what they know. */
  readonly text: string;
  /** Of the error that the text explains. */
  readonly code?: ErrorCode;
  /** The id of the message that can be sent again. */
  readonly retry?: string;
}
