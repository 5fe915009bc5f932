import * as z from 'zod/mini';
import { parseJson } from '../../shared/json.ts';
import { fixedLimits } from '../../shared/limits.ts';
import { toolChoice } from '../../shared/protocol.ts';
import type { TabStorage } from '../tab/tab.ts';

const id = z.string();
const key = { session: id, token: id };

const sessionRecord = z.strictObject({
  /** The tab whose conversation it is; missing where all tabs share it. */
  tab: z.optional(id),
  held: z.optional(z.strictObject({ ...key, epoch: z.number() })),
  /** A session that the server is to delete. */
  former: z.optional(z.strictObject(key)),
  /** The message whose turn has not ended, and that turn once it has begun. */
  pending: z.optional(
    z.strictObject({
      ...{ id, text: z.string(), toolChoice: z.optional(toolChoice), turn: z.optional(z.number()) },
      origin: z.optional(z.enum(['pasted', 'script'])),
    }),
  ),
  /** `Date.now()` values. The server keeps the session until then at least. */
  expiresAt: z.number(),
});

/** What is kept of a conversation over a reload. Its words are the server's to keep, but for one message. */
export type SessionRecord = z.infer<typeof sessionRecord>;

/**
 * Undefined where there is none, or none that can be read or is of use any more.
 *
 * @param tab who asks; undefined where all tabs share what is kept.
 */
export function readRecord(
  storage: TabStorage | undefined,
  name: string,
  { now, tab }: { readonly now: number; readonly tab: string | undefined },
): SessionRecord | undefined {
  try {
    const parsed = sessionRecord.safeParse(parseJson(storage?.getItem(name) ?? '', fixedLimits.maxDepth));
    return parsed.success && parsed.data.expiresAt > now && parsed.data.tab === tab ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Storage that is full or forbidden keeps nothing: the conversation then ends with the page. */
export function writeRecord(storage: TabStorage | undefined, name: string, record: SessionRecord | undefined): void {
  try {
    if (record) return storage?.setItem(name, JSON.stringify(record));
  } catch {
    // An older one must not stand there in its place.
  }
  try {
    storage?.removeItem(name);
  } catch {
    // Nothing can be done in it, and nobody will read it.
  }
}
