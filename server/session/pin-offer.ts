import { isSameJson } from '../../shared/json.ts';
import type { Offer } from '../loop/event.ts';
import type { SessionLog } from './session-log.ts';

/** Writes down what the coming turn can use. A page may change its mind often; only this counts. */
export async function pinOffer(log: SessionLog, offer: Offer): Promise<void> {
  const { state } = log;
  if (isSameJson(offer, state.offer)) return;
  const revision = state.offers + 1;
  await log.append({ type: 'offered', page: state.place?.page ?? '', revision, offer });
}
