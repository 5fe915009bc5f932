import { waitUntil as waitFor } from '@open-wc/testing';

/** A busy machine may need a while; nothing waits that long when all goes well. */
const patience = { timeout: 15_000 };

/** Waits until something holds. */
export function waitUntil(
  holds: () => unknown,
  otherwise?: string,
  options?: { readonly timeout?: number },
): Promise<void> {
  return waitFor(() => Boolean(holds()), otherwise, { ...patience, ...options });
}
