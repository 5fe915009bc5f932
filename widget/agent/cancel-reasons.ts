import { AgentError } from '../../shared/errors.ts';

/** Why a call is ended before it has an outcome of its own, as the model hears it. */
export const cancelReasons = {
  /** All of the turn. */
  stopped: new AgentError('cancelled', 'The person stopped this.'),
  /** This one call. */
  person: new AgentError('cancelled', 'The person cancelled this call.'),
  timeout: new AgentError('timeout', 'The tool took too long.'),
  disconnected: new AgentError('disconnected', 'Connection lost.'),
} as const;
