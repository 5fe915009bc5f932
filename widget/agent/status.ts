import type { AgentEvents } from './agent-event.ts';
import type { AgentSnapshot } from './snapshot.ts';

export type AgentStatus = AgentEvents['ha-status']['status'];

/** The one word for all that is going on. */
export function statusOf({ connection, asks, working }: AgentSnapshot): AgentStatus {
  switch (connection.phase) {
    case 'idle':
    case 'connecting':
    case 'refused':
      return connection.phase;
    case 'lost':
      return 'offline';
    case 'open':
      if (asks.length > 0) return 'asking';
      return working ? 'working' : 'ready';
  }
}
