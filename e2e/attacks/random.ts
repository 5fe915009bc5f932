/** Chance that repeats: the same seed gives the same attack. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `below`. */
  whole(below: number): number;
  /** @throws RangeError from an empty list. */
  pick<T>(list: readonly T[]): T;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  bytes(length: number): Buffer;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    next,
    whole,
    pick: (list) => {
      for (const found of list.slice(whole(list.length))) return found;
      throw new RangeError('There is nothing to pick from.');
    },
    oneIn: (times) => next() * times < 1,
    bytes: (length) => Buffer.from(Uint8Array.from({ length }, () => whole(256))),
  };
}
