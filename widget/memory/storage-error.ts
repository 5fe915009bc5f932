import { AgentError } from '../../shared/errors.ts';

/** What browsers answer when the person, a policy or a private window forbids a site to store anything. */
const refusals: readonly string[] = ['SecurityError', 'UnknownError', 'InvalidStateError', 'NotAllowedError'];

export function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && refusals.includes(error.name);
}

/** True for a transaction that could not begin because its connection is closed. */
export function isClosed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}

/** Turns what IndexedDB throws into a code and a plain sentence. */
export async function toStorageError(cause: unknown): Promise<AgentError> {
  if (AgentError.is(cause)) return cause;
  const name = cause instanceof DOMException ? cause.name : '';
  if (name === 'QuotaExceededError') {
    return new AgentError('quota_exceeded', `The browser has no room left to remember more${await usage()}.`, {
      cause,
    });
  }
  if (name === 'VersionError') {
    return new AgentError('unavailable', 'A newer version of this page has changed the memory. Reloading helps.', {
      cause,
    });
  }
  return new AgentError('unavailable', 'The browser could not use its storage.', { cause });
}

async function usage(): Promise<string> {
  try {
    const { usage: used = 0, quota = 0 } = await navigator.storage.estimate();
    return ` (${toMegabytes(used)} of ${toMegabytes(quota)} MB are used)`;
  } catch {
    return '';
  }
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
