import type { Urgency } from '../a11y/announcer.ts';
import type { AgentSnapshot } from '../agent/snapshot.ts';
import type { CallItem, Item, NoteItem } from '../conversation/items.ts';
import { told, words } from '../strings/words.ts';
import { describeCall, nameTool } from '../views/describe-call.ts';

export interface Announcement {
  readonly text: string;
  readonly urgency: Urgency;
}

interface Names {
  readonly label: string;
  readonly titles: ReadonlyMap<string, string>;
}

/** What changed between two snapshots that somebody who doesn't see the element should hear. */
export function announcements(before: AgentSnapshot, after: AgentSnapshot, names: Names): readonly Announcement[] {
  if (before === after) return [];
  // What another page has heard already is not news.
  const isOld = before.items === after.items || before.restoring;
  const changed = isOld ? [] : changedItems(before.items, after.items);
  return [
    ...connection(before, after),
    ...changed.flatMap(([item]) => (item.kind === 'note' ? [note(item)] : [])),
    ...changed.flatMap(([item, former]) => (item.kind === 'call' ? call(item, former, names) : [])),
    ...questions(before, after),
    ...answer(changed, names.label),
  ];
}

type Change = readonly [item: Item, former: Item | undefined];

function changedItems(before: readonly Item[], after: readonly Item[]): readonly Change[] {
  // Most of a long conversation is as it was.
  const from = after.findIndex((item, at) => item !== before[at]);
  if (from < 0) return [];
  const former = new Map(before.slice(from).map((item) => [keyOf(item), item]));
  return after.slice(from).flatMap((item) => {
    const was = former.get(keyOf(item));
    return was === item ? [] : [[item, was] as const];
  });
}

function keyOf({ kind, id }: Item): string {
  return `${kind} ${id}`;
}

function note({ text, code, tone }: NoteItem): Announcement {
  return { text: told(text, code), urgency: tone === 'error' ? 'assertive' : 'polite' };
}

/** A question is said by `questions`, with more urgency; that a call was requested is no news. */
function call(item: CallItem, former: Item | undefined, names: Names): readonly Announcement[] {
  const { phase } = item.state;
  const was = former?.kind === 'call' ? former.state.phase : undefined;
  if (phase === was || phase === 'requested' || phase === 'asking') return [];
  const { label, state, tellsState } = describeCall(item, names.titles.get(item.tool));
  return [{ text: tellsState ? label : words.say.call(label, state), urgency: 'polite' }];
}

function questions(before: AgentSnapshot, after: AgentSnapshot): readonly Announcement[] {
  return after.asks
    .filter((ask) => !before.asks.some(({ call: id, kind }) => id === ask.call && kind === ask.kind))
    .map((ask) => ({ text: words.say.asking(nameTool(ask.tool, ask.title)), urgency: 'assertive' }));
}

/** All that a turn said, at once and when it is complete. */
function answer(changed: readonly Change[], label: string): readonly Announcement[] {
  const finished = changed.flatMap(([item, former]) => {
    const isNews = item.kind === 'agent' && !item.streaming && !(former?.kind === 'agent' && !former.streaming);
    return isNews ? [item.text] : [];
  });
  return finished.length === 0 ? [] : [{ text: words.say.answer(label, finished.join(' ')), urgency: 'polite' }];
}

function connection(before: AgentSnapshot, after: AgentSnapshot): readonly Announcement[] {
  const was = before.connection;
  const is = after.connection;
  if (is.phase === was.phase) return [];
  if (is.phase === 'refused') return [{ text: told(is.reason), urgency: 'assertive' }];
  if (is.phase === 'lost') return isRetrying(was) ? [] : [{ text: words.lost, urgency: 'assertive' }];
  return is.phase === 'open' && isRetrying(was) ? [{ text: words.reconnected, urgency: 'polite' }] : [];
}

function isRetrying(state: AgentSnapshot['connection']): boolean {
  return state.phase === 'lost' || (state.phase === 'connecting' && state.attempt > 0);
}
