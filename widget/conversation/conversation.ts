import type { JsonValue } from '../../shared/json.ts';
import { isSettled, mayFollow } from './call-outcome.ts';
import type { AgentItem, CallState, Item, NoteItem, Receipt, UserItem } from './items.ts';

/** Something that happened in a conversation. */
export type ConversationEvent =
  | ({ readonly type: 'said' } & Pick<UserItem, 'id' | 'text' | 'origin'>)
  | { readonly type: 'delivery'; readonly id: string; readonly state: UserItem['state'] }
  | TextEvent
  /** A piece of what the model thinks. */
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'turn-over'; readonly turn: number }
  | {
      readonly type: 'call-requested';
      readonly call: string;
      readonly turn: number;
      readonly tool: string;
      readonly args: JsonValue;
    }
  | { readonly type: 'call-changed'; readonly call: string; readonly state: CallState }
  | { readonly type: 'call-decided'; readonly call: string; readonly receipt: Receipt }
  /** What follows belongs to another session, which counts its turns from one again. */
  | { readonly type: 'session-renewed' }
  | { readonly type: 'noted'; readonly note: Omit<NoteItem, 'kind'> };

/** A piece of a round's text, or all of it. */
export interface TextEvent {
  readonly type: 'text';
  readonly turn: number;
  readonly round: number;
  readonly attempt: number;
  readonly text: string;
  readonly whole: boolean;
}

/** The transcript is this function applied to what happened. No DOM, no clock, no socket. */
export function reduce(items: readonly Item[], event: ConversationEvent): readonly Item[] {
  switch (event.type) {
    case 'said':
      return [...items, { kind: 'user', id: event.id, text: event.text, origin: event.origin, state: 'waiting' }];
    case 'delivery':
      return update(items, 'user', event.id, (item) => ({ ...item, state: event.state }));
    case 'text':
      return hear(items, event);
    case 'thought':
      return ponder(items, event.text);
    case 'turn-over':
      return items.map((item) => close(item, event.turn));
    case 'call-requested':
      return request(items, event);
    case 'call-changed':
      return update(items, 'call', event.call, (item) =>
        mayFollow(event.state, item.state) ? { ...item, state: event.state } : item,
      );
    case 'call-decided':
      return update(items, 'call', event.call, (item) => ({ ...item, receipt: event.receipt }));
    case 'session-renewed':
      return items.map(seal);
    case 'noted':
      return [...items, { kind: 'note', ...event.note }];
  }
}

/** The text of the turn's last round: its answer. */
export function answerOf(items: readonly Item[], turn: number): string {
  return items.findLast((item): item is AgentItem => item.kind === 'agent' && item.turn === turn)?.text ?? '';
}

type ItemOf<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>;

function isOf<Kind extends Item['kind']>(item: Item | undefined, kind: Kind): item is ItemOf<Kind> {
  return item?.kind === kind;
}

function update<Kind extends Item['kind']>(
  items: readonly Item[],
  kind: Kind,
  id: string,
  change: (item: ItemOf<Kind>) => Item,
): readonly Item[] {
  const at = items.findLastIndex((item) => item.kind === kind && item.id === id);
  const item = items[at];
  if (!isOf(item, kind)) return items;
  const changed = change(item);
  return changed === item ? items : items.with(at, changed);
}

function hear(items: readonly Item[], event: TextEvent): readonly Item[] {
  const { turn, round, attempt, text } = event;
  const id = `${turn}.${round}`;
  const at = items.findLastIndex((item) => item.kind === 'agent' && item.id === id);
  const known = items[at];
  if (!isOf(known, 'agent')) {
    if (text === '') return items;
    const item: AgentItem = { kind: 'agent', id, turn, attempt, text, streaming: true };
    return items.toSpliced(placeOf(items, turn, id), 0, item);
  }
  if (attempt < known.attempt) return items;
  const replaces = event.whole || attempt > known.attempt;
  return items.with(at, { ...known, attempt, text: replaces ? text : known.text + text });
}

/** Thoughts without anything between them are one. */
function ponder(items: readonly Item[], text: string): readonly Item[] {
  const last = items.at(-1);
  return isOf(last, 'thought')
    ? items.with(items.length - 1, { ...last, text: last.text + text })
    : [...items, { kind: 'thought', id: `${items.length}`, text }];
}

/** A round's text stands before its calls, and those in the model's order, whatever order a replay brings them in. */
function placeOf(items: readonly Item[], turn: number, id: string): number {
  const at = items.findIndex(
    (item) => (item.kind === 'call' || item.kind === 'agent') && item.turn === turn && rankOf(item.id) >= rankOf(id),
  );
  return at < 0 ? items.length : at;
}

/** Both ids begin with `<turn>.<round>`; that of a call goes on with its place in the round. */
function rankOf(id: string): number {
  const [, round = 0, index = -1] = id.split('.').map(Number);
  return round * 1_000 + index;
}

function request(
  items: readonly Item[],
  { call, turn, tool, args }: Extract<ConversationEvent, { type: 'call-requested' }>,
): readonly Item[] {
  if (items.some((item) => item.kind === 'call' && item.turn === turn && item.id === call)) return items;
  const item: Item = { kind: 'call', id: call, turn, tool, args, state: { phase: 'requested' } };
  return items.toSpliced(placeOf(items, turn, call), 0, item);
}

/** A turn that is over leaves no text that still writes and no call without an outcome. */
function close(item: Item, turn: number): Item {
  if (item.kind === 'agent' && item.turn === turn && item.streaming) return { ...item, streaming: false };
  if (item.kind !== 'call' || item.turn !== turn || isSettled(item.state)) return item;
  // What never started can't have had an effect.
  return { ...item, state: { phase: item.state.phase === 'running' ? 'unknown' : 'cancelled' } };
}

/** Items of a former session stay visible, under ids that no event of the new one can name. */
function seal(item: Item): Item {
  const closed = 'turn' in item ? close(item, item.turn) : item;
  return 'turn' in closed ? { ...closed, id: `~${closed.id}`, turn: 0 } : closed;
}
