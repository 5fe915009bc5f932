import type { ClientMessage, MessageOf } from '../../shared/protocol.ts';
import type { Offer, Place, SessionEvent } from '../loop/event.ts';
import type { Visitor } from '../policy/visitor.ts';
import type { Outlet } from './outlet.ts';
import { hashToken } from './token.ts';

/** A page that comes into a session. */
export interface Arrival {
  readonly outlet: Outlet;
  readonly hello: MessageOf<ClientMessage, 'hello'>;
  readonly resumed: boolean;
  readonly visitor: Visitor;
  readonly offer: Offer;
}

/** What the log keeps of a hello. The token that the page came with counts until the new one is used: the welcome may not arrive. */
export function attachedBy(
  hello: MessageOf<ClientMessage, 'hello'>,
  token: string,
  resumed: boolean,
  subject: string | undefined,
): SessionEvent {
  const former = resumed && hello.resume ? { formerHash: hashToken(hello.resume.token, subject) } : {};
  return { type: 'attached', ...placeOf(hello), tokenHash: hashToken(token, subject), ...former };
}

export function placeOf({ page, tab, ledger }: Place): Place {
  return { page, tab, ledger };
}
