import type { ErrorPayload } from '../../shared/errors.ts';
import type { PageTool, ToolChoice, ToolResult, Usage } from '../../shared/protocol.ts';
import type { ModelStep } from '../model/model.ts';

/** The tools that a page can run for the model. */
export interface Offer {
  readonly builtins: readonly string[];
  readonly pageTools: readonly PageTool[];
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
    }
  | { readonly type: 'model'; readonly turn: number; readonly round: number; readonly step: ModelStep }
  /**
   * Written before the frame goes out. Once more for another page, when the call surely did not start on the one
   * before; `again` counts the times before. It goes to nobody when another page was attached first.
   */
  | ({ readonly type: 'dispatch'; readonly call: string; readonly again?: number } & Place)
  /** The person is asked. They have until then, wherever they see the question; milliseconds since 1970. */
  | { readonly type: 'asking'; readonly call: string; readonly until: number }
  | {
      readonly type: 'approval';
      readonly call: string;
      readonly decision: 'once' | 'session' | 'always' | 'denied' | 'expired' | 'auto';
    }
  | { readonly type: 'result'; readonly call: string; readonly result: ToolResult }
  /** An outcome that came after the call had been given up. */
  | { readonly type: 'late'; readonly call: string; readonly result: ToolResult }
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
      return `q:${event.call}`;
    case 'approval':
      return `a:${event.call}`;
    case 'result':
      return `r:${event.call}`;
    case 'late':
      return `l:${event.call}`;
    case 'end':
      return `e:${event.turn}`;
  }
}
