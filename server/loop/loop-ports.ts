import type { Limits } from '../../shared/limits.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { ModelAdapter } from '../model/model.ts';
import type { Place, ReportedResult, SessionEvent } from './event.ts';
import type { OfferedTool } from './offered-tools.ts';
import type { ServerToolOffer } from './server-tool.ts';
import type { CallRecord, SessionState, TurnState } from './state.ts';

/** Text that is on its way and not in the log yet. */
export interface LiveText {
  readonly kind: 'text' | 'thought';
  readonly turn: number;
  readonly round: number;
  readonly text: string;
}

/** A call to a tool that runs on the server, and the turn it is made in. */
export interface ServerCall {
  readonly record: CallRecord;
  readonly tool: ServerToolOffer;
  readonly turn: TurnState;
}

/** The outcome of a call, with what the page says beside it. */
export type CallAnswer = ToolResult & ReportedResult;

/** All that the loop knows of the world. */
export interface LoopPorts {
  readonly model: ModelAdapter;
  readonly limits: Limits;
  readonly instructions: string;
  readonly state: () => SessionState;
  /** Appends to the log and applies. False when the event was there already or the session has another owner. */
  readonly append: (event: SessionEvent) => boolean | Promise<boolean>;
  /** Has the browser run a call that stands in the log as dispatched. Settles always, and never rejects. */
  readonly callTool: (record: CallRecord, tool: OfferedTool, turn: TurnState) => CallAnswer | Promise<CallAnswer>;
  /** Runs a tool of the server's own, once the person agrees where they have to. Undefined when the session has another owner. */
  readonly runTool: (call: ServerCall, signal: AbortSignal) => Promise<ToolResult | undefined>;
  /** Whether a tool may run at all: what was offered before may be beyond the bounds of whoever is here now. */
  readonly mayUse: (tool: string) => boolean;
  /** Where calls are sent to. */
  readonly place: () => Place;
  readonly say: (live: LiveText) => void;
  /** Something failed whose own words must not leave the server. */
  readonly report: (thrown: unknown) => void;
}
