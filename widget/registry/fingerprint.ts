import { canonicalJson } from '../../shared/json.ts';

/**
 * A short name for one spelling of a definition: the same text gives the same name in every browser.
 * It notices change; it is no defence against someone who builds a collision, who would have to be the
 * page itself.
 */
export function fingerprint(definition: unknown): string {
  const text = canonicalJson(definition);
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2_654_435_761);
    high = Math.imul(high ^ code, 1_597_334_677);
  }
  return `${word(mix(low, high))}${word(mix(high, low))}`;
}

function mix(one: number, other: number): number {
  const first = Math.imul(one ^ (one >>> 16), 2_246_822_507);
  return first ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
}

function word(bits: number): string {
  return (bits >>> 0).toString(36).padStart(7, '0');
}
