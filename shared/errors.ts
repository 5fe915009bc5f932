/** Every way a call, a turn or a socket can fail, and who hears of it. */
export const errorFate = {
  // Told to the model as the call's result; the turn goes on.
  unknown_tool: 'model',
  invalid_args: 'model',
  unsupported: 'model',
  insecure_context: 'model',
  policy_blocked: 'model',
  permission_denied: 'model',
  user_declined: 'model',
  policy_denied: 'model',
  needs_gesture: 'model',
  not_focused: 'model',
  cancelled: 'model',
  timeout: 'model',
  aborted: 'model',
  unavailable: 'model',
  busy: 'model',
  not_found: 'model',
  conflict: 'model',
  quota_exceeded: 'model',
  too_large: 'model',
  rate_limited: 'model',
  stale_target: 'model',
  navigated: 'model',
  disconnected: 'model',
  unknown_outcome: 'model',
  internal: 'model',
  // Told to the person; the turn ends, the session lives.
  turn_busy: 'turn',
  turn_cancelled: 'turn',
  max_rounds: 'turn',
  model_unavailable: 'turn',
  model_refused: 'turn',
  model_quota: 'turn',
  budget_exceeded: 'turn',
  // Told to the developer; the socket closes.
  bad_message: 'socket',
  version_mismatch: 'socket',
  origin_refused: 'socket',
  ticket_refused: 'socket',
  frame_too_large: 'socket',
  too_fast: 'socket',
  taken_over: 'socket',
} as const;

export type ErrorCode = keyof typeof errorFate;
export type ErrorFate = (typeof errorFate)[ErrorCode];

/** What may be shown outside: a code and one plain sentence. */
export interface ErrorPayload {
  readonly code: ErrorCode;
  readonly message: string;
}

const brand = Symbol.for('headless-agent.error');

/** The only error this package throws on purpose. Its code, not its class, crosses the wire. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly code: ErrorCode;
  readonly [brand] = true;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** True for an AgentError from any copy of this package on the page. */
  static is(value: unknown): value is AgentError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Turns anything thrown into what may be shown outside. A foreign error's own words stay inside. Never throws. */
export function toErrorPayload(
  thrown: unknown,
  fallback: ErrorPayload = { code: 'internal', message: 'Something went wrong.' },
): ErrorPayload {
  try {
    if (!AgentError.is(thrown)) return fallback;
    // Whoever wears the brand may be of another version, or a page's own invention.
    const { code, message }: { code: unknown; message: unknown } = thrown;
    return isErrorCode(code) && typeof message === 'string' ? { code, message } : fallback;
  } catch {
    return fallback;
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorFate, value);
}
