import { AgentError } from '../../shared/errors.ts';
import { byteLength, type JsonValue } from '../../shared/json.ts';

/** What one server's pages may keep in one browser. Sizes are those of the value as JSON in UTF-8. */
export const memoryLimits = {
  valueBytes: 65_536,
  totalBytes: 5_242_880,
  /** How long the browser may take to open its database. */
  openMs: 2_000,
} as const satisfies Record<string, number>;

/** @throws AgentError `too_large` when one value is more than may be kept. */
export function measure(value: JsonValue): { readonly text: string; readonly bytes: number } {
  const text = JSON.stringify(value);
  const bytes = byteLength(text);
  if (bytes <= memoryLimits.valueBytes) return { text, bytes };
  throw new AgentError('too_large', `A remembered value can be at most ${memoryLimits.valueBytes} bytes of JSON.`);
}

/** What a record costs: its key counts too, or a million empty values would be free. */
export function cost(record: { readonly key: string; readonly bytes: number }): number {
  return byteLength(record.key) + record.bytes;
}

/** @throws AgentError `quota_exceeded` when all records together would be more than may be kept. */
export function refuseOverflow(totalBytes: number): void {
  if (totalBytes <= memoryLimits.totalBytes) return;
  throw new AgentError('quota_exceeded', 'The memory of this site is full. Something has to be forgotten first.');
}
