import type { JsonObject, JsonValue } from '../../shared/json.ts';
import type { ToolResult } from '../../shared/protocol.ts';

/** A call as the server asked for it. */
export interface AskedCall {
  readonly session: string;
  readonly call: string;
  readonly name: string;
  readonly args: JsonValue;
  /** For a page tool: the definition that the model was offered. */
  readonly definition?: string | undefined;
  /** What it means is not certain: the model did not write it as it should have. */
  readonly repaired?: true | undefined;
}

/** What an earlier run was given, where the person had changed what the model wrote. */
interface Ran {
  readonly ran?: JsonObject;
}

/** What the ledger knows of one call. */
export type Found =
  | { readonly state: 'absent' }
  /** Begun by this page. */
  | { readonly state: 'running' }
  /** Begun by a page that is gone: it may have happened. */
  | (Ran & { readonly state: 'started' })
  /** Another call under the same id. */
  | { readonly state: 'other' }
  /** Of a turn that is over, whatever became of it. */
  | { readonly state: 'over' }
  | (Ran & { readonly state: 'done'; readonly result: ToolResult });

/** One call's place in the ledger. */
export interface CallRecord {
  readonly look: () => Found;
  /**
   * To be called in the same step as the effect. False when it could not be written: the effect may not begin.
   *
   * @param ran the arguments, where the person changed them
   */
  readonly start: (ran?: JsonObject) => boolean;
  /** The call is about to leave the page. If it does, the page that comes next answers it. */
  readonly navigating: () => void;
  readonly finish: (result: ToolResult) => void;
}
