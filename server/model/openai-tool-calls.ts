import { isObject } from '../../shared/json.ts';
import { JsonEnd } from './openai-json-end.ts';

/** Calls that one answer may hold; a model that makes more has lost its way, and the loop allows fewer. */
const maxCalls = 64;

/** One call, as far as it has come. */
export interface ToolCallDraft {
  readonly index: number | undefined;
  id: string | undefined;
  name: string;
  /** Text in pieces, or an object at once. */
  given: unknown;
  readonly end: JsonEnd;
  /** What the server adds of its own, such as a signature that it wants back. */
  fields: Readonly<Record<string, unknown>>;
}

interface Piece {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly given: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Puts the pieces of streamed calls together: by their index, and where a server sends none, or the
 * same one for every call, by their ids and names.
 */
export class ToolCallDrafts {
  readonly #drafts: ToolCallDraft[] = [];
  #isFull = false;

  push(delta: unknown): void {
    if (!isObject(delta) || this.#isFull) return;
    const piece = pieceOf(delta);
    const found = this.#find(piece);
    const draft = found === undefined || isAnother(found, piece) ? this.#begin(piece) : found;
    if (draft === undefined) return;
    draft.id ??= piece.id;
    if (draft.name === '') draft.name = piece.name ?? '';
    if (typeof piece.given === 'string') draft.end.push(piece.given);
    draft.given = joined(draft.given, piece.given);
    draft.fields = { ...draft.fields, ...piece.fields };
  }

  /** In the order in which they began. */
  entries(): readonly Readonly<ToolCallDraft>[] {
    return this.#drafts;
  }

  #find({ index, id }: Piece): ToolCallDraft | undefined {
    if (index !== undefined) return this.#drafts.findLast((draft) => draft.index === index);
    const byId = id === undefined ? undefined : this.#drafts.findLast((draft) => draft.id === id);
    return byId ?? this.#drafts.at(-1);
  }

  #begin({ index, id }: Piece): ToolCallDraft | undefined {
    this.#isFull = this.#drafts.length === maxCalls;
    if (this.#isFull) return undefined;
    const draft = { index, id, name: '', given: undefined, end: new JsonEnd(), fields: {} };
    this.#drafts.push(draft);
    return draft;
  }
}

/** Whether a piece belongs to another call than the one that its index or its place would give it to. */
function isAnother(draft: ToolCallDraft, { id, name, given }: Piece): boolean {
  if (id !== undefined && draft.id !== undefined && id !== draft.id) return true;
  if (name === undefined || draft.name === '') return false;
  // Some repeat the name with each piece; after the last one only a new call can bring more.
  return name !== draft.name || (given !== undefined && isComplete(draft));
}

function isComplete({ given, end }: ToolCallDraft): boolean {
  return typeof given === 'string' ? end.isReached : given !== undefined;
}

function joined(before: unknown, next: unknown): unknown {
  if (next === undefined) return before;
  return typeof before === 'string' && typeof next === 'string' ? before + next : next;
}

function pieceOf({ index, id, function: named, type: _, ...fields }: Readonly<Record<string, unknown>>): Piece {
  const { name, arguments: given } = isObject(named) ? named : {};
  return {
    index: typeof index === 'number' ? index : undefined,
    id: textOf(id),
    name: textOf(name),
    given: given === null || given === '' ? undefined : given,
    fields,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
