import type { MessageOf } from '../../shared/protocol.ts';
import { resultTooLarge } from './close-fate.ts';
import type { KeptMessage } from './outbox.ts';

type KeptResult = MessageOf<KeptMessage, 'tool.result'>;

/**
 * What to keep in the place of results after a socket ended because of a frame that was too large. Nobody says which one
 * it was, or what the bound is: the largest goes, and what is nearly as large.
 */
export function withoutLargest(kept: readonly KeptMessage[]): readonly KeptResult[] {
  const values = kept.filter((message): message is KeptResult => message.type === 'tool.result' && message.result.ok);
  const sizes = new Map(values.map((message) => [message, JSON.stringify(message).length]));
  const largest = Math.max(0, ...sizes.values());
  return values
    .filter((message) => 2 * (sizes.get(message) ?? 0) > largest)
    .map((message) => ({ ...message, result: { ok: false, error: resultTooLarge } }));
}
