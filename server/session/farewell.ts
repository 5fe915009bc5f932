import { closeCode } from '../../shared/protocol.ts';

/** A close code and its reason. */
export type Farewell = readonly [code: number, reason: string];

/** Why a page is sent away. */
export const farewell = {
  /** The page comes back by itself. */
  goingAway: [closeCode.goingAway, 'going away'],
  internal: [closeCode.internal, 'internal'],
  /** The page waits until the person wants it back. */
  takenOver: [closeCode.takenOver, 'taken_over: continued elsewhere'],
} as const satisfies Record<string, Farewell>;
