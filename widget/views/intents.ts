import type { JsonObject } from '../../shared/json.ts';
import type { Scope } from '../approvals/ask.ts';
import type { GrantList } from '../approvals/grant.ts';
import type { RecordList } from '../approvals/recorded-call.ts';
import type { ToolPermission } from '../approvals/tool-permission.ts';

/** What the person was writing. */
export interface Draft {
  readonly text: string;
  /** Some of it may be a stranger's. */
  readonly isForeign: boolean;
}

export interface DraftKeeper {
  readonly read: () => Draft | undefined;
  readonly write: (draft: Draft) => void;
}

/** What a person can ask for. The views know no more of the agent than this. */
export interface Intents {
  /** False when the text was not taken: it is then still the person's. */
  readonly send: (text: string, origin?: 'pasted') => boolean;
  readonly stop: () => void;
  /** Begins a conversation anew. */
  readonly clear: () => void;
  /** Sends the message of this id again. */
  readonly retry: (message: string) => void;
  /** How to end this one call; undefined where this page does not run it. */
  readonly ending: (call: string) => (() => void) | undefined;
  /** Has a screen reader say something. */
  readonly say: (text: string) => void;
  /** Where a text that is not sent yet outlives the page; undefined until that is loaded. */
  readonly draft: () => DraftKeeper | undefined;
  /** Connects without waiting for the next try. */
  readonly retryNow: () => void;
  /** Hands the click on, so that whoever decides can see that a person made it. */
  readonly decide: (call: string, decision: Scope | 'denied', click: Event, changed?: JsonObject) => void;
  /** Answers several questions at once, in their order. */
  readonly decideAll: (calls: readonly string[], decision: 'once' | 'denied', click: Event) => void;
  /** Gives the person more time for a question; twice at most. */
  readonly extend: (call: string) => void;
  /** What each tool may do as things stand. */
  readonly permissions: () => readonly ToolPermission[];
  /** Undefined until what runs the tools is loaded. */
  readonly grants: () => GrantList | undefined;
  readonly record: () => RecordList | undefined;
}
