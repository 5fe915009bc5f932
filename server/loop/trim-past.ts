import { byteLength } from '../../shared/json.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import type { HistoryEntry } from '../model/model.ts';

/** Turns whose results are shown whole. What strangers wrote is not carried along for ever. */
const wholeTurns = 2;

/** A shorter result stays: a stub in its place would save nothing. */
const stubBytes = 300;

/** Of JSON; a rough mean over languages and models. */
const bytesPerToken = 4;

type Turn = readonly HistoryEntry[];

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
  const shown = trim(past, maxTokens * bytesPerToken);
  trimmed.set(past, { maxTokens, shown });
  return shown;
}

const trimmed = new WeakMap<
  readonly HistoryEntry[],
  { readonly maxTokens: number; readonly shown: readonly HistoryEntry[] }
>();

function trim(past: readonly HistoryEntry[], maxBytes: number): readonly HistoryEntry[] {
  const whole = turnsOf(past);
  const stubbed = whole.map((turn) => turn.map(withStubs));
  const shown = stubbed.map((turn, at) => (at < whole.length - wholeTurns ? turn : (whole[at] ?? turn)));
  const first = Math.max(firstKept(stubbed, maxBytes), firstFitting(shown, maxBytes));
  const kept = shown.slice(first).flat();
  if (first > 0) return withNotice(kept);
  return kept.every((entry, at) => entry === past[at]) ? past : kept;
}

/** Each begins with what the person said. */
function turnsOf(past: readonly HistoryEntry[]): Turn[] {
  const turns: HistoryEntry[][] = [];
  for (const entry of past) {
    const last = turns.at(-1);
    if (entry.role === 'user' || !last) turns.push([entry]);
    else last.push(entry);
  }
  return turns;
}

/** As it went from turn to turn: whenever there was too much, half of what is allowed was kept. */
function firstKept(turns: readonly Turn[], maxBytes: number): number {
  let first = 0;
  let bytes = 0;
  for (const [at, turn] of turns.entries()) {
    bytes += bytesOfTurn(turn);
    if (bytes <= maxBytes) continue;
    for (; first < at && bytes > maxBytes / 2; first += 1) bytes -= bytesOfTurn(turns[first] ?? []);
  }
  return first;
}

function firstFitting(turns: readonly Turn[], maxBytes: number): number {
  let first = turns.length;
  let bytes = 0;
  while (first > 0 && bytes <= maxBytes) {
    first -= 1;
    bytes += bytesOfTurn(turns[first] ?? []);
  }
  return bytes <= maxBytes ? first : Math.min(first + 1, Math.max(0, turns.length - 1));
}

function bytesOfTurn(turn: Turn): number {
  return turn.reduce((sum, entry) => sum + bytesOf(entry), 0);
}

/** Each is measured once, however many turns follow. */
const sizes = new WeakMap<object, number>();

function bytesOf(value: HistoryEntry | ToolResult): number {
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const bytes = byteLength(JSON.stringify(value));
  sizes.set(value, bytes);
  return bytes;
}

const trusted = new Set<string>(builtinTools.filter((tool) => tool.trusted).map(({ name }) => name));
const stubs = new WeakMap<HistoryEntry, HistoryEntry>();

/** The same entry if nothing of it is left out, and the same stub each time. */
function withStubs(entry: HistoryEntry): HistoryEntry {
  if (entry.role !== 'results') return entry;
  const known = stubs.get(entry);
  if (known) return known;
  const results = entry.results.map((each) =>
    trusted.has(each.call.name) ? each : { ...each, result: stubOf(each.result) },
  );
  const isSame = results.every(({ result }, at) => result === entry.results[at]?.result);
  const stubbed = isSame ? entry : { ...entry, results };
  stubs.set(entry, stubbed);
  return stubbed;
}

function stubOf(result: ToolResult): ToolResult {
  if (!result.ok || bytesOf(result) <= stubBytes) return result;
  const value = `[Left out: ${bytesOf(result)} bytes that this returned in an earlier turn. Call it again if they are needed.]`;
  return { ok: true, value };
}

const notice = '[Note from the program, not from the person: older parts of this conversation are left out.]';

function withNotice([first, ...rest]: readonly HistoryEntry[]): readonly HistoryEntry[] {
  if (first?.role !== 'user') return [{ role: 'user', text: notice }, ...(first ? [first] : []), ...rest];
  return [{ role: 'user', text: `${notice}\n\n${first.text}` }, ...rest];
}
