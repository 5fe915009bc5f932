import type { ApprovalHandler, Policy } from '../approvals/site-policy.ts';
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

/** What the site says about questions to the person. */
export interface ApprovalSettings {
  /** In seconds. */
  readonly approvalTimeout?: string | number | null | undefined;
  /** The longest yes that people can give: `none`, `session` or `always`. */
  readonly remember?: string | null | undefined;
  /** Dangerous calls may be asked about although a page of another origin is around this one. */
  readonly framedDanger?: boolean | undefined;
  readonly policy?: Policy | null | undefined;
  readonly approvalHandler?: ApprovalHandler | null | undefined;
}

/** The attributes as they are written. */
export interface AgentSettings extends ToolRules, LinkSettings, ApprovalSettings {
  /** For messages that ask for nothing else: `auto`, `required`, `none` or a tool's name; else the server's own. */
  readonly toolChoice?: string | null | undefined;
}
