import type { GetTicket } from '../connection/tickets.ts';
import type { ToolRules } from '../registry/registry.ts';
import type { Emit } from './agent-event.ts';
import type { AgentSnapshot } from './snapshot.ts';

export interface AgentOptions {
  readonly onChange: (snapshot: AgentSnapshot) => void;
  readonly emit: Emit;
}

/** Where the server is, and how a conversation with it begins and lasts. */
export interface LinkSettings {
  /** Where the agent lives. Missing only when no script tag says it either. */
  readonly server: string | undefined;
  /** `none`, `tab` or `device`; anything else counts as `tab`. */
  readonly persist?: string | null | undefined;
  readonly ticketUrl?: string | null | undefined;
  readonly getTicket?: GetTicket | null | undefined;
}

/** The attributes as they are written. */
export interface AgentSettings extends ToolRules, LinkSettings {
  /** For messages that ask for nothing else: `auto`, `required`, `none` or a tool's name; else the server's own. */
  readonly toolChoice?: string | null | undefined;
}
