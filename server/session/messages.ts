import type { ErrorPayload } from '../../shared/errors.ts';
import { fixedLimits } from '../../shared/limits.ts';
import type { MessageOf, ServerMessage } from '../../shared/protocol.ts';
import { cleanTaint, type Taint } from '../../shared/taint.ts';
import type { Offer } from '../loop/event.ts';
import type { SessionOptions } from './session-options.ts';

type Welcome = MessageOf<ServerMessage, 'welcome'>;

/** What a page is told when it is attached. */
export function welcome(
  offer: Offer,
  { model, limits, ceiling }: Pick<SessionOptions, 'model' | 'limits' | 'ceiling'>,
  { epoch, state }: { readonly epoch: number; readonly state: { readonly taint: Taint } },
  session: Pick<Welcome, 'session' | 'token' | 'resumed'>,
): Welcome {
  const { approvalMs, graceMs, sessionMs, maxResultBytes } = limits;
  const ask = ceiling?.askPatterns ?? [];
  return {
    type: 'welcome',
    ...session,
    epoch,
    ...(state.taint !== cleanTaint && { taint: state.taint }),
    ...(ask.length > 0 && { ask: [...ask] }),
    tools: [...offer.builtins, ...[...offer.pageTools, ...(offer.serverTools ?? [])].map(({ name }) => name)],
    model: { label: model.label, rehearsal: model.rehearsal },
    limits: { approvalMs, graceMs, sessionMs, maxResultBytes, maxMessageChars: fixedLimits.maxMessageChars },
  };
}

/** A message that came while a turn was running. */
export function busy(message: string): MessageOf<ServerMessage, 'turn.failed'> {
  const error = {
    code: 'turn_busy',
    message: 'An answer is still on its way. Wait for it, or stop it first.',
  } as const;
  return { type: 'turn.failed', message, error };
}

/** A message that the door did not let through. */
export function refused(message: string, error: ErrorPayload): MessageOf<ServerMessage, 'turn.failed'> {
  return { type: 'turn.failed', message, error };
}

/** Pages that all lost one server come back spread over this time. */
const returnWithinMs = 8_000;

/** @param chance a number from 0 up to 1, another one for each page. */
export function goingAway(chance: number): MessageOf<ServerMessage, 'notice'> {
  const retryInMs = Math.round(chance * returnWithinMs);
  return { type: 'notice', kind: 'going_away', message: 'The server restarts.', retryInMs };
}
