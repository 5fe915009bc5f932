import { nameTool } from '../describe-call.ts';
import { words } from '../../strings/words.ts';

/** What was read, in words: each source once. A tool that has no phrase is named by its title. */
export function sourceWords(sources: readonly string[], titles: ReadonlyMap<string, string>): readonly string[] {
  const table: Readonly<Record<string, string>> = words.approvals.sources;
  const phrases = sources.map((source) =>
    Object.hasOwn(table, source) ? (table[source] ?? source) : `“${nameTool(source, titles.get(source))}”`,
  );
  return [...new Set(phrases)];
}
