import type { ToolRules } from '../registry/registry.ts';
import type { Emit } from './agent-event.ts';
import type { AgentSnapshot } from './snapshot.ts';

export interface AgentOptions {
  readonly onChange: (snapshot: AgentSnapshot) => void;
  readonly emit: Emit;
}

/** The attributes as they are written. */
export interface AgentSettings extends ToolRules {
  /** Where the agent lives. Missing only when no script tag says it either. */
  readonly server: string | undefined;
}
