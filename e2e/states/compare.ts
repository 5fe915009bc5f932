/** How far apart two small pictures of the same size are. */
export interface Difference {
  /** The part of the points that differ to the eye. */
  readonly share: number;
}

/** Less than this is how a letter's edge is drawn. */
const seen = 24;
/** So much of a picture may differ: a browser's next version draws text a little otherwise. */
export const allowedShare = 0.01;

/**
 * Compares the brightness of two pictures, point by point.
 *
 * @throws RangeError when they are not of one size.
 */
export function compare(one: Uint8Array, other: Uint8Array): Difference {
  if (one.length !== other.length) throw new RangeError('The pictures are not of one size.');
  const different = one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > seen).length;
  return { share: one.length === 0 ? 0 : different / one.length };
}
