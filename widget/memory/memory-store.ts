import type { JsonValue } from '../../shared/json.ts';

export interface MemoryRecord {
  readonly key: string;
  readonly value: JsonValue;
  /** ISO 8601 */
  readonly updated: string;
  readonly bytes: number;
  /** `untrusted`: a stranger may have had it written. */
  readonly provenance?: Provenance;
}

export type Provenance = 'untrusted';

/** What the person asked to have remembered, in this browser. Errors are AgentErrors with a model's code. */
export interface MemoryStore {
  put(
    key: string,
    value: JsonValue,
    provenance?: Provenance,
  ): Promise<{ readonly replaced: boolean; readonly bytes: number; readonly persisted: boolean }>;
  get(key: string): Promise<MemoryRecord | undefined>;
  /** Newest first. */
  list(
    prefix: string,
  ): Promise<{ readonly items: readonly Omit<MemoryRecord, 'value'>[]; readonly persisted: boolean }>;
  /** False when there was nothing under that key. */
  delete(key: string): Promise<boolean>;
}
