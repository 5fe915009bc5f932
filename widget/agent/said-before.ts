import type { Item } from '../conversation/items.ts';

const maxChars = 140;
/** What moves or hides the text around it: controls, and marks of direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The model's own words of the round that a call belongs to: plain and short. Undefined when it said none. */
export function saidBefore(items: readonly Item[], call: string): string | undefined {
  const round = call.slice(0, call.lastIndexOf('.'));
  const item = items.findLast(({ kind, id }) => kind === 'agent' && id === round);
  if (item?.kind !== 'agent') return undefined;
  const text = item.text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim();
  // By characters: half of a pair would be shown as a broken one.
  const letters = Array.from(text);
  return letters.length > maxChars ? `${letters.slice(0, maxChars - 1).join('')}…` : text || undefined;
}
