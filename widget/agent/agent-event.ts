import type { ErrorPayload } from '../../shared/errors.ts';
import type { JsonValue } from '../../shared/json.ts';
import type { Decision } from '../approvals/ask.ts';
import type { DecidedBy } from '../approvals/recorded-call.ts';
import type { CallPhase } from '../conversation/items.ts';

/** The details of the element's events, by event name. */
export interface AgentEvents {
  /** Connected and able. */
  'ha-ready': { readonly tools: readonly string[]; readonly model: string; readonly rehearsal: boolean };
  'ha-status': { readonly status: 'idle' | 'connecting' | 'ready' | 'working' | 'asking' | 'offline' | 'refused' };
  /** Cancelable: the message is then not sent. */
  'ha-send': { readonly text: string };
  /** Cancelable: the site then denies the call. */
  'ha-tool-request': { readonly call: string; readonly tool: string; readonly args: JsonValue };
  'ha-approval-open': { readonly call: string; readonly tool: string };
  'ha-approval-close': { readonly call: string; readonly tool: string; readonly decision: Decision | 'cancelled' };
  'ha-tool-start': { readonly call: string; readonly tool: string };
  'ha-tool-end': {
    readonly call: string;
    readonly tool: string;
    readonly phase: CallPhase;
    readonly ms: number;
    readonly by: DecidedBy;
    readonly bytes: number;
  };
  /** A whole message, once it is complete. */
  'ha-message': { readonly role: 'user' | 'agent'; readonly text: string };
  'ha-error': ErrorPayload;
  /** The panel was opened or closed: by the person, or by the page. */
  'ha-show': { readonly by: 'person' | 'page' };
  'ha-hide': { readonly by: 'person' | 'page' };
}

export type AgentEventName = keyof AgentEvents;

/** Tells the outside; false when a listener of a cancelable event said no. */
export type Emit = <Name extends AgentEventName>(name: Name, detail: AgentEvents[Name]) => boolean;
