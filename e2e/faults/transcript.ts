import type { AgentSnapshot } from '../../widget/agent/snapshot.ts';
import type { Item } from '../../widget/conversation/items.ts';
import { answerOf, messageOf, planOf } from './plan.ts';

/** How a message ended, as the person sees it. */
export type Ending =
  | { readonly kind: 'answered'; readonly problems: readonly string[] }
  /** They were told in words that there is no answer. */
  | { readonly kind: 'refused'; readonly words: string };

/** Undefined while it goes on, and when the message is not there. */
export function endingOf({ items, working, restoring }: AgentSnapshot, label: string): Ending | undefined {
  const rows = rowsOf(items, label);
  if (working || restoring || !rows) return undefined;
  const [message, ...rest] = rows;
  const answer = rest.find((item) => item.kind === 'agent' && item.text === answerOf(label) && !item.streaming);
  if (answer) return { kind: 'answered', problems: problemsOf(rest, label) };
  const note = rest.findLast((item) => item.kind === 'note');
  if (note?.kind === 'note') return { kind: 'refused', words: note.text };
  const isFailed = message?.kind === 'user' && message.state === 'failed';
  return isFailed ? { kind: 'refused', words: 'failed' } : undefined;
}

export function isThere({ items }: AgentSnapshot, label: string): boolean {
  return rowsOf(items, label) !== undefined;
}

/** The message and what follows until the next one. */
function rowsOf(items: readonly Item[], label: string): readonly Item[] | undefined {
  const from = items.findLastIndex((item) => item.kind === 'user' && item.text === messageOf(label));
  if (from < 0) return undefined;
  const to = items.findIndex((item, at) => at > from && item.kind === 'user');
  return items.slice(from, to < 0 ? undefined : to);
}

/** What a transcript of an answered message shows wrongly: texts doubled or missing, calls doubled, missing or open. */
function problemsOf(rows: readonly Item[], label: string): string[] {
  const { rounds } = planOf(label);
  const texts = rows.filter((row) => row.kind === 'agent').map(({ text }) => text);
  const wanted = [...rounds.map((_, round) => `Round ${round} of ${label}.`), answerOf(label)];
  const problems = texts.join('|') === wanted.join('|') ? [] : [`${label} reads ${texts.join(' | ')}`];
  const calls = rows.filter((row) => row.kind === 'call');
  const ids = calls.map(({ args }) => (typeof args === 'object' && args !== null ? Reflect.get(args, 'id') : '?'));
  const planned = rounds.flat().map(({ id }) => id);
  if (ids.join() !== planned.join()) problems.push(`${label} shows the calls ${ids.join(' ')}`);
  const open = calls.filter(({ state }) => ['requested', 'asking', 'running'].includes(state.phase));
  if (open.length > 0) problems.push(`${label} shows open calls: ${open.map(({ id }) => id).join(' ')}`);
  return problems;
}
