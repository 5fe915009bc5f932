import { fixedLimits, type Limits } from '../../shared/limits.ts';
import type { MessageOf, ServerMessage } from '../../shared/protocol.ts';
import type { Offer } from '../loop/event.ts';
import type { ModelAdapter } from '../model/model.ts';

type Welcome = MessageOf<ServerMessage, 'welcome'>;

/** What a page is told when it is attached. */
export function welcome(
  offer: Offer,
  { model, limits }: { readonly model: ModelAdapter; readonly limits: Limits },
  session: Pick<Welcome, 'session' | 'token' | 'epoch' | 'resumed'>,
): Welcome {
  const { approvalMs, graceMs, maxResultBytes } = limits;
  return {
    type: 'welcome',
    ...session,
    tools: [...offer.builtins, ...offer.pageTools.map(({ name }) => name)],
    model: { label: model.label, rehearsal: model.rehearsal },
    limits: { approvalMs, graceMs, maxResultBytes, maxMessageChars: fixedLimits.maxMessageChars },
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
