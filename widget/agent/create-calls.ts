import { placeOf } from '../approvals/place.ts';
import type { Persist } from '../connection/kept-session.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { Registry } from '../registry/registry.ts';
import type { Clock } from '../tab/clock.ts';
import type { TabStorage } from '../tab/tab.ts';
import type { Emit } from './agent-event.ts';
import { Calls, type CallsPorts } from './calls.ts';
import type { ApprovalSettings } from './options.ts';
import type { SnapshotKeeper } from './snapshot-keeper.ts';
import type { Pending } from './turns.ts';

/** What of an agent the calls have to do with. */
export interface CallsSurroundings {
  readonly parts: {
    readonly clock: Clock;
    readonly hasGesture: () => boolean;
    readonly storage: (persist: Persist) => TabStorage | undefined;
  };
  readonly registry: Registry;
  readonly shown: SnapshotKeeper;
  readonly turns: { readonly pending: Pending | undefined; readonly answer: CallsPorts['answer'] };
  readonly link: {
    readonly server: string;
    readonly memory: MemoryStore;
    readonly continuity: { readonly ledger: Ledger | undefined } | undefined;
    readonly takeUpLedger: CallsPorts['takeUpLedger'];
    readonly send: CallsPorts['send'];
  };
  readonly reception: { readonly session: string | undefined; readonly limits: ReturnType<CallsPorts['limits']> };
  readonly emit: Emit;
  readonly settings: () => ApprovalSettings;
}

/** Joins what runs the calls with the agent around it. */
export function createCalls(around: CallsSurroundings): Calls {
  const { parts, registry, shown, turns, link, reception, emit, settings } = around;
  const { clock, hasGesture } = parts;
  const calls = new Calls({
    ...{ registry, clock, hasGesture, emit, settings },
    session: () => reception.session ?? '',
    storage: () => parts.storage('device'),
    server: () => link.server,
    place: () => placeOf(typeof window === 'undefined' ? undefined : window),
    items: () => shown.current.items,
    onTaint: (taint) => shown.change({ taint }),
    onRemembered: () => shown.change({}),
    memory: () => link.memory,
    ledger: () => link.continuity?.ledger,
    takeUpLedger: () => link.takeUpLedger(),
    limits: () => reception.limits,
    send: (message) => link.send(message),
    answer: (result) => turns.answer(result),
    apply: (event) => shown.apply(event),
    onAsks: (asks) => shown.change({ asks }),
  });
  const { connection } = shown.current;
  if (connection.phase === 'open') calls.welcomed(connection.welcome);
  calls.said(turns.pending?.message.origin);
  return calls;
}
