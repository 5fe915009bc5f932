import { AgentError, type ErrorCode } from '../../shared/errors.ts';
import type { Capability, Moment } from './capability.ts';
import { isBlockedByPolicy, isInForeignFrame, permissionState } from './permission.ts';

/** @throws AgentError `insecure_context` or `unsupported`, without asking anyone. */
export function requireApi(capability: Capability, api: unknown): void {
  if (!window.isSecureContext) throw refusal('insecure_context', capability);
  if (!api) throw refusal('unsupported', capability);
}

/** @throws AgentError when the browser is known to refuse, before the person is asked for anything. */
export async function requirePermission(capability: Capability): Promise<void> {
  const state = await permissionState(capability.permission);
  if (isBlockedByPolicy(capability.policy, state)) throw refusal('policy_blocked', capability);
  if (state === 'denied') throw refusal('permission_denied', capability);
}

/** Finds out what a browser means by its one word for every kind of no. */
export async function explainRefusal(capability: Capability, moment: Moment, cause: unknown): Promise<AgentError> {
  const state = await permissionState(capability.permission);
  if (isBlockedByPolicy(capability.policy, state)) return refusal('policy_blocked', capability, cause);
  if (state === 'denied') return refusal('permission_denied', capability, cause);
  if (capability.gesture && !moment.isActive) return refusal('needs_gesture', capability, cause);
  if (capability.gesture && !moment.isFocused) return refusal('not_focused', capability, cause);
  if (state === 'prompt' || capability.asksEachTime) return refusal('cancelled', capability, cause);
  return refusal(isInForeignFrame() ? 'policy_blocked' : 'permission_denied', capability, cause);
}

/** Turns what a browser throws into a code and a plain sentence; its own words stay in `cause`. */
export async function explainError(capability: Capability, moment: Moment, cause: unknown): Promise<AgentError> {
  if (AgentError.is(cause)) return cause;
  if (!window.isSecureContext) return refusal('insecure_context', capability, cause);
  if (!(cause instanceof Error || cause instanceof DOMException)) return refusal('unavailable', capability, cause);
  if (cause.name === 'NotAllowedError') return explainRefusal(capability, moment, cause);
  if (cause.name === 'SecurityError' && /gesture|activation/i.test(cause.message)) {
    return refusal('needs_gesture', capability, cause);
  }
  return refusal(codeOf(cause.name), capability, cause);
}

const codes: Readonly<Record<string, Refusal>> = {
  AbortError: 'cancelled',
  InvalidStateError: 'busy',
  NotReadableError: 'busy',
  NotSupportedError: 'unsupported',
  QuotaExceededError: 'quota_exceeded',
  SecurityError: 'policy_blocked',
  TypeError: 'unsupported',
};

function codeOf(name: string): Refusal {
  return (Object.hasOwn(codes, name) && codes[name]) || 'unavailable';
}

const sentences = {
  insecure_context: ({ deed }) => `The browser lets only pages on https ${deed}, and this page is not.`,
  unsupported: ({ deed }) => `This browser can't ${deed}.`,
  policy_blocked: ({ deed, policy }) =>
    `The permissions policy of this site does not let the page ${deed}. The site's owner has to allow "${policy}".`,
  permission_denied: ({ deed }) =>
    `The browser does not let this page ${deed}, because the person said no. They can change that in the browser's settings for this site.`,
  needs_gesture: ({ deed }) => `The browser lets a page ${deed} only right after a click.`,
  not_focused: ({ deed }) => `The browser lets a page ${deed} only while the page is in front.`,
  cancelled: ({ deed }) => `The person closed the browser's question whether this page may ${deed}.`,
  busy: ({ deed }) => `The browser can't ${deed} now, because it is in use.`,
  quota_exceeded: ({ deed }) => `The browser has no room left to ${deed}.`,
  unavailable: ({ deed }) => `The browser tried to ${deed} and failed.`,
} satisfies Partial<Record<ErrorCode, (capability: Capability) => string>>;

type Refusal = keyof typeof sentences;

export function refusal(code: Refusal, capability: Capability, cause?: unknown): AgentError {
  return new AgentError(code, sentences[code](capability), { cause });
}
