import type { Limits } from '../../shared/limits.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import type { Log } from '../log.ts';
import type { SessionEvent } from '../loop/event.ts';
import type { ServerTools } from '../loop/server-tools.ts';
import type { ModelAdapter } from '../model/model.ts';
import type { ServerCeiling } from '../policy/tool-ceiling.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { Clock } from './clock.ts';

/** What all sessions of a server share. */
export interface SessionOptions {
  readonly store: SessionStore<SessionEvent>;
  readonly model: ModelAdapter;
  readonly limits: Limits;
  /** The site's own words to the model. */
  readonly instructions: string;
  /** For messages that ask for nothing else; `auto` unless given. */
  readonly toolChoice?: ToolChoice;
  /** What runs on the server; nothing unless given. */
  readonly serverTools?: ServerTools | undefined;
  /** What the server lets any visitor use; everything unless given. */
  readonly ceiling?: ServerCeiling | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs something once, soon: `setImmediate`, or a test's own. */
  readonly soon: (run: () => void) => void;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}
