import { canonicalJson } from './json.ts';

/**
 * A short name for a value: the same, in whatever order its keys came, in every browser and in Node. 53 bits (cyrb53):
 * it tells accidents apart and proves nothing to somebody who wants two values to have one name.
 */
export function fingerprint(value: unknown): string {
  const text = canonicalJson(value);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}
