import type { CallPhase } from '../conversation/items.ts';

/** Who let a call run, or did not: rules, a grant, the person, the site's handler, time, or somebody who ended it. */
export type DecidedBy = 'policy' | 'grant' | 'person' | 'site' | 'expired' | 'cancelled';

/** One call as it is remembered in this browser. Of its arguments nothing is kept. */
export interface RecordedCall {
  /** When its outcome was known, as `Date.now()`. */
  readonly at: number;
  readonly session: string;
  readonly call: string;
  readonly tool: string;
  /** Who brought the tool. */
  readonly from: 'builtin' | 'site' | 'server';
  readonly by: DecidedBy;
  readonly outcome: CallPhase;
  /** The code of an outcome that is a failure. */
  readonly code: string | undefined;
  /** How much of a result was sent to the server. */
  readonly bytes: number;
}

/** The calls that this browser remembers. */
export interface RecordList {
  /** Newest first. */
  readonly list: () => readonly RecordedCall[];
  /** All of it, to be kept elsewhere. */
  readonly toJson: () => string;
  readonly clear: () => void;
}
