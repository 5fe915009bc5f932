import type { ClientMessage, MessageOf, ServerMessage } from '../../shared/protocol.ts';
import type { Offer } from '../loop/event.ts';
import { visibleText } from '../loop/visible-text.ts';
import { busy, refused } from './messages.ts';
import type { Payer } from './payer.ts';
import { pinOffer } from './pin-offer.ts';
import type { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';

export interface TurnStart {
  readonly log: SessionLog;
  readonly payer: Payer;
  /** What the turn can use. */
  readonly offer: () => Offer;
  readonly options: SessionOptions;
}

/** Has a message begin a turn. What the page is told when it does not. */
export async function beginTurn(
  { id, text, toolChoice, origin }: MessageOf<ClientMessage, 'user.message'>,
  { log, payer, offer, options }: TurnStart,
): Promise<ServerMessage | undefined> {
  const { turn, turns, messages } = log.state;
  // A page sends its message again until it has heard the end of the turn.
  if (messages.includes(id)) return undefined;
  if (turn) return busy(id);
  const refusal = await payer.begin();
  if (refusal) return refused(id, refusal);
  await pinOffer(log, offer());
  const choice = toolChoice ?? options.toolChoice ?? 'auto';
  const said = { type: 'user', turn: turns + 1, message: id, toolChoice: choice } as const;
  // What the person did not write themselves may hold what they did not see.
  const isNew = await log.append(origin ? { ...said, text: seen(text), origin } : { ...said, text });
  if (!isNew || log.isOver) payer.giveUp();
  return undefined;
}

function seen(text: string): string {
  return visibleText(text) || ' ';
}
