import { callHash } from '../../shared/call-hash.ts';
import type { LedgerCall } from '../../shared/protocol.ts';
import { argsOf } from '../loop/call-args.ts';
import { onServer } from '../loop/call-record.ts';
import type { Place } from '../loop/event.ts';
import { offeredTools } from '../loop/offered-tools.ts';
import type { CallRecord, TurnState } from '../loop/state.ts';
import { placeOf } from './attached-by.ts';
import { outcome } from './outcomes.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { SessionLog } from './session-log.ts';

/** A page that is there, with what its ledger says. */
export interface ReturnedPage extends Place {
  readonly calls: readonly LedgerCall[];
}

/**
 * What becomes of a call that was on its way when a page came back.
 *
 * - `wait`: the page has it, or its result is coming.
 * - `send`: it surely did not start, or may run twice without harm.
 * - `unknown`: it may have happened, and nobody can say.
 */
export type Fate = 'wait' | 'send' | 'unknown';

/** Deals with the calls that were on their way to a page before this one. Resolves when the log has what became of them. */
export async function settleReturned(
  log: SessionLog,
  pending: PendingCalls | undefined,
  page: ReturnedPage,
): Promise<void> {
  const { turn } = log.state;
  for (const record of turn?.calls.filter(({ result }) => !result) ?? []) {
    const fate = turn ? fateOf(record, turn, page) : 'wait';
    if (fate === 'send') {
      await log.append({ type: 'dispatch', call: record.id, ...placeOf(page), again: record.dispatches });
      pending?.restart(record.id);
    } else if (fate === 'unknown' && !pending?.settle(record.id, outcome('unknown_outcome'))) {
      await log.append({ type: 'result', call: record.id, result: outcome('unknown_outcome') });
    }
  }
}

export function fateOf(record: CallRecord, turn: TurnState, page: ReturnedPage): Fate {
  const { sentTo } = record;
  // The page itself was only cut off: it is told what it missed.
  if (!sentTo || sentTo.page === page.page) return 'wait';
  const tool = offeredTools(turn.offer).get(record.call.name);
  // No page has anything to say of it.
  if (sentTo.page === onServer.page) return 'wait';
  const known = page.calls.find(({ call }) => call === record.id);
  if (known) return isSame(known, record, tool?.definition) && known.state !== 'started' ? 'wait' : 'unknown';
  // What the tab would remember, and does not, never began.
  const remembers = sentTo.tab === page.tab && sentTo.ledger === page.ledger;
  return remembers || tool?.readOnly === true ? 'send' : 'unknown';
}

function isSame({ hash }: LedgerCall, { call }: CallRecord, definition: string | undefined): boolean {
  return hash === callHash(call.name, argsOf(call), definition);
}
