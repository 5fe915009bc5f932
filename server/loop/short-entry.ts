import { byteLength } from '../../shared/json.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import type { HistoryEntry } from '../model/model.ts';

/** A shorter result stays: a stub in its place would save nothing. */
const stubBytes = 300;

/** How much an entry, or a result, takes as JSON. */
export function bytesOf(value: HistoryEntry | ToolResult): number {
  return byteLength(JSON.stringify(value));
}

const trusted = new Set<string>(builtinTools.filter((tool) => tool.trusted).map(({ name }) => name));

/** The entry as it is shown once it is old: long results that may hold a stranger's words are stubs. The same entry if it has none. */
export function shortEntry(entry: HistoryEntry): HistoryEntry {
  if (entry.role !== 'results') return entry;
  const results = entry.results.map((each) =>
    trusted.has(each.call.name) ? each : { ...each, result: stubOf(each.result) },
  );
  const isSame = results.every(({ result }, at) => result === entry.results[at]?.result);
  return isSame ? entry : { ...entry, results };
}

function stubOf(result: ToolResult): ToolResult {
  if (!result.ok) return result;
  const bytes = bytesOf(result);
  if (bytes <= stubBytes) return result;
  const value = `[Left out: ${bytes} bytes that this returned in an earlier turn. Call it again if they are needed.]`;
  return { ok: true, value };
}
