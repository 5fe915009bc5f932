import type { HistoryEntry } from '../model/model.ts';
import { bytesPerToken } from './estimate-usage.ts';
import { PastView } from './past-view.ts';

/**
 * What a request shows of the turns that are over. Whole turns only are left out, the oldest first, and of those that
 * stay every call and every message of the model's is as it was. It depends on nothing but its arguments, so it is the
 * same in all rounds of a turn; and it leaves out half of what is allowed at a time, so that a provider can cache its
 * beginning over many turns.
 *
 * @param maxTokens about how many tokens they may take; the turn before the current one stays in any case
 */
export function trimPast(past: readonly HistoryEntry[], maxTokens: number): readonly HistoryEntry[] {
  const known = trimmed.get(past);
  if (known?.maxTokens === maxTokens) return known.shown;
  const { entries, isShortened } = viewOf(past, maxTokens * bytesPerToken).show(past);
  const shown = isShortened ? withNotice(entries) : entries;
  trimmed.set(past, { maxTokens, shown });
  return shown;
}

const trimmed = new WeakMap<
  readonly HistoryEntry[],
  { readonly maxTokens: number; readonly shown: readonly HistoryEntry[] }
>();

/** By the first entry: a past that grows is another list, which begins the same. */
const views = new WeakMap<HistoryEntry, PastView>();

function viewOf(past: readonly HistoryEntry[], maxBytes: number): PastView {
  const [first] = past;
  const known = first && views.get(first);
  if (known?.continues(past, maxBytes)) return known;
  const view = new PastView(maxBytes);
  if (first) views.set(first, view);
  return view;
}

const notice = '[Note from the program, not from the person: older parts of this conversation are left out.]';

function withNotice(kept: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const [first] = kept;
  const isPerson = first?.role === 'user';
  const beginning: HistoryEntry = { role: 'user', text: isPerson ? `${notice}\n\n${first.text}` : notice };
  return [beginning, ...(isPerson ? kept.slice(1) : kept)];
}
