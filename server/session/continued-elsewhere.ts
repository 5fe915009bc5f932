import type { SessionEvent } from '../loop/event.ts';
import type { SessionStore } from '../store/session-store.ts';

/** A page, and the last event of a log that its former owner saw. */
export interface FormerPage {
  readonly session: string;
  readonly page: string;
  readonly lastId: string | undefined;
}

/**
 * Whether another page took up a session that has another owner. When it was the same page, over another socket, or
 * nobody yet, the page only has to come back. Nor does anybody know while the store fails.
 */
export async function isContinuedElsewhere(
  store: SessionStore<SessionEvent>,
  { session, page, lastId }: FormerPage,
): Promise<boolean> {
  const since = await store.read(session, lastId).catch(() => undefined);
  const attached = since?.map(({ event }) => event).findLast((event) => event.type === 'attached');
  return attached !== undefined && attached.page !== page;
}
