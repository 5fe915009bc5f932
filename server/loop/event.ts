import type { ErrorPayload } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { CallStatus, PageTool, ToolChoice, ToolResult, Usage } from '../../shared/protocol.ts';
import type { Taint } from '../../shared/taint.ts';
import type { ModelStep } from '../model/model.ts';
import type { ServerToolOffer } from './server-tool.ts';

/** The tools that can be run for the model. */
export interface Offer {
  readonly builtins: readonly string[];
  readonly pageTools: readonly PageTool[];
  /** Those that run on the server; left out when there are none. */
  readonly serverTools?: readonly ServerToolOffer[];
}

export type Decision = Extract<CallStatus, { state: 'decided' }>['decision'];

/** What a question about a tool on the server is bound to. */
export interface AskedCall {
  /** Goes to the page and has to come back: who does not have it can not have been asked. */
  readonly nonce: string;
  /** Of the tool's name and of the arguments that it would run with. */
  readonly hash: string;
}

/** What a page says of a result beside it. */
export interface ReportedResult {
  /** The arguments that ran, where the person had changed them. */
  readonly ran?: JsonObject;
  /** What the result brings in beyond what its tool does. */
  readonly taint?: Taint;
}

/** A load of a page, the tab that it is in, and the name of what the tab remembers of its calls. */
export interface Place {
  readonly page: string;
  readonly tab: string;
  readonly ledger: string;
}

/** What happened in a session. The log of these is the session; everything else is derived from it. */
export type SessionEvent =
  /**
   * A page said hello. Only hashes of tokens are kept: of the one that it was given, and of the one
   * that it came with, which counts until the new one is used. The welcome may not have arrived.
   */
  | ({ readonly type: 'attached'; readonly tokenHash: string; readonly formerHash?: string } & Place)
  | { readonly type: 'offered'; readonly page: string; readonly revision: number; readonly offer: Offer }
  | {
      readonly type: 'user';
      readonly turn: number;
      readonly message: string;
      readonly text: string;
      readonly toolChoice: ToolChoice;
      /** Left out when the person typed it. */
      readonly origin?: 'pasted' | 'script';
    }
  | { readonly type: 'model'; readonly turn: number; readonly round: number; readonly step: ModelStep }
  /**
   * Written before the frame goes out. Once more for another page, when the call surely did not start on the one
   * before; `again` counts the times before. It goes to nobody when another page was attached first.
   */
  | ({ readonly type: 'dispatch'; readonly call: string; readonly again?: number } & Place)
  /** The person is asked. They have until then, wherever they see the question; milliseconds since 1970. */
  | { readonly type: 'asking'; readonly call: string; readonly until: number; readonly asked?: AskedCall }
  | { readonly type: 'approval'; readonly call: string; readonly decision: Decision; readonly hash?: string }
  /** Written before a tool of the server's own begins; once more when it may run again after a crash. */
  | { readonly type: 'executing'; readonly call: string; readonly again?: number }
  | ({ readonly type: 'result'; readonly call: string; readonly result: ToolResult } & ReportedResult)
  /** An outcome that came after the call had been given up. */
  | ({ readonly type: 'late'; readonly call: string; readonly result: ToolResult } & ReportedResult)
  | {
      readonly type: 'end';
      readonly turn: number;
      readonly reason: EndReason;
      readonly error?: ErrorPayload;
      readonly usage: Usage;
    };

export type EndReason = 'answered' | 'truncated' | 'cancelled' | 'failed';

/** The key under which an event is written once. */
export function keyOf(event: SessionEvent): string {
  switch (event.type) {
    case 'attached':
      return `h:${event.tokenHash}`;
    case 'offered':
      return `o:${event.page}:${event.revision}`;
    case 'user':
      return `u:${event.message}`;
    case 'model':
      return `m:${event.turn}:${event.round}`;
    case 'dispatch':
      return `d:${event.call}:${event.again ?? 0}`;
    case 'asking':
      return `q:${event.call}:${event.until}`;
    case 'approval':
      return `a:${event.call}`;
    case 'executing':
      return `x:${event.call}:${event.again ?? 0}`;
    case 'result':
      return `r:${event.call}`;
    case 'late':
      return `l:${event.call}`;
    case 'end':
      return `e:${event.turn}`;
  }
}
