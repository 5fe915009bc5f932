import { isErrorCode } from '../../shared/errors.ts';
import { isObject } from '../../shared/json.ts';
import type { CallPhase } from '../conversation/items.ts';
import type { TabStorage } from '../tab/tab.ts';
import { KeptList } from './kept-list.ts';
import type { DecidedBy, RecordedCall, RecordList } from './recorded-call.ts';

const most = 500;

const phases = {
  requested: true,
  asking: true,
  running: true,
  done: true,
  denied: true,
  failed: true,
  'timed-out': true,
  cancelled: true,
  unknown: true,
} as const satisfies Record<CallPhase, true>;

const deciders = {
  policy: true,
  grant: true,
  person: true,
  site: true,
  expired: true,
  cancelled: true,
} as const satisfies Record<DecidedBy, true>;

const origins = { builtin: true, site: true, server: true } as const satisfies Record<RecordedCall['from'], true>;

/** What was called in this browser, and who let it. It never leaves by itself. */
export class CallLog implements RecordList {
  readonly #kept: KeptList<RecordedCall>;
  readonly #onChange: () => void;

  constructor(options: { readonly storage: () => TabStorage | undefined; readonly onChange: () => void }) {
    this.#kept = new KeptList({ name: 'headless-agent.calls', storage: options.storage, parse, most });
    this.#onChange = options.onChange;
  }

  add(call: RecordedCall): void {
    this.#kept.write([...this.#kept.read(), call]);
    this.#onChange();
  }

  readonly list = (): readonly RecordedCall[] => this.#kept.read().toReversed();

  readonly toJson = (): string => JSON.stringify(this.#kept.read(), null, 2);

  readonly clear = (): void => {
    this.#kept.write([]);
    this.#onChange();
  };
}

function parse(value: unknown): RecordedCall | undefined {
  if (!isObject(value)) return undefined;
  const { at, session, call, tool, from, by, outcome, code, bytes } = value;
  if (typeof session !== 'string' || typeof call !== 'string' || typeof tool !== 'string') return undefined;
  if (typeof at !== 'number' || typeof bytes !== 'number' || !(code === undefined || isErrorCode(code)))
    return undefined;
  if (!isKey(origins, from) || !isKey(deciders, by) || !isKey(phases, outcome)) return undefined;
  return { at, session, call, tool, from, by, outcome, code, bytes };
}

function isKey<Key extends string>(table: Readonly<Record<Key, true>>, value: unknown): value is Key {
  return typeof value === 'string' && Object.hasOwn(table, value);
}
