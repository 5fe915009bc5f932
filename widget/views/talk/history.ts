import type { UserItem } from '../../conversation/items.ts';

type Said = Pick<UserItem, 'text' | 'origin'>;

/** The field as far as this looks at it. */
interface Field {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

const empty: Said = { text: '', origin: undefined };

/** Walks through what was said in this conversation, beginning in an empty field. */
export class History {
  /** How many steps back; 0 while the field is the person's own. */
  #back = 0;
  #shown = '';

  /** What the field is to hold next; undefined where the arrow is to move the caret, as ever. */
  step(way: 'older' | 'newer', field: Field, said: readonly Said[]): Said | undefined {
    if (this.#back > 0 && field.value !== this.#shown) this.#back = 0;
    if (this.#back === 0 && (field.value !== '' || way === 'newer')) return undefined;
    if (!isAtEdge(way, field)) return undefined;
    const texts = said.filter(({ text }, at) => text !== said[at + 1]?.text);
    const back = Math.min(this.#back + (way === 'older' ? 1 : -1), texts.length);
    const found = back === 0 ? empty : texts.at(-back);
    if (back === this.#back || !found) return undefined;
    this.#back = back;
    this.#shown = found.text;
    return found;
  }
}

/** In the first line upwards, in the last line downwards. */
function isAtEdge(way: 'older' | 'newer', { value, selectionStart, selectionEnd }: Field): boolean {
  if (selectionStart !== selectionEnd) return false;
  return !(way === 'older' ? value.slice(0, selectionStart) : value.slice(selectionEnd)).includes('\n');
}
