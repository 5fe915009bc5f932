import type { Limits } from '../../shared/limits.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { ModelAdapter } from '../model/model.ts';
import type { Place, SessionEvent } from './event.ts';
import type { OfferedTool } from './offered-tools.ts';
import type { CallRecord, SessionState, TurnState } from './state.ts';

/** Text that is on its way and not in the log yet. */
export interface LiveText {
  readonly kind: 'text' | 'thought';
  readonly turn: number;
  readonly round: number;
  readonly text: string;
}

/** All that the loop knows of the world. */
export interface LoopPorts {
  readonly model: ModelAdapter;
  readonly limits: Limits;
  readonly instructions: string;
  readonly state: () => SessionState;
  /** Appends to the log and applies. False when the event was there already or the session has another owner. */
  readonly append: (event: SessionEvent) => boolean | Promise<boolean>;
  /** Has the browser run a call that stands in the log as dispatched. Settles always, and never rejects. */
  readonly callTool: (record: CallRecord, tool: OfferedTool, turn: TurnState) => ToolResult | Promise<ToolResult>;
  /** Where calls are sent to. */
  readonly place: () => Place;
  readonly say: (live: LiveText) => void;
  /** Something failed whose own words must not leave the server. */
  readonly report: (thrown: unknown) => void;
}
