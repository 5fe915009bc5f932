import type { ClientMessage, MessageOf } from '../../shared/protocol.ts';
import type { Place, SessionEvent } from '../loop/event.ts';
import { hashToken } from './token.ts';

/** What the log keeps of a hello. The token that the page came with counts until the new one is used: the welcome may not arrive. */
export function attachedBy(hello: MessageOf<ClientMessage, 'hello'>, token: string, resumed: boolean): SessionEvent {
  const former = resumed && hello.resume ? { formerHash: hashToken(hello.resume.token) } : {};
  return { type: 'attached', ...placeOf(hello), tokenHash: hashToken(token), ...former };
}

export function placeOf({ page, tab, ledger }: Place): Place {
  return { page, tab, ledger };
}
