import { isObject } from '../../shared/json.ts';

/** Shorter pieces occur everywhere. */
const minChars = 6;
const maxChars = 400;
/** Pieces that are remembered, and that are shown. */
const maxPieces = 4_000;
const maxShown = 20;

const apart = /[\s"'`<>()[\]{},;|]+/u;
const smaller = /[^\p{L}\p{N}._@+-]+/u;

/** What the person's own data looks like, to recognise it where it is about to leave. Only in memory. */
export class SensitivePieces {
  readonly #pieces = new Set<string>();

  /** Remembers the pieces of a result. */
  learn(value: unknown): void {
    for (const text of textsOf(value)) {
      const words = text.split(apart);
      for (const piece of [text, ...words, ...words.flatMap((word) => word.split(smaller))]) {
        const isOfUse = piece.length >= minChars && piece.length <= maxChars;
        if (isOfUse && this.#pieces.size < maxPieces) this.#pieces.add(piece);
      }
    }
  }

  /** The pieces that occur in some arguments, longest first, without those that are a part of another. */
  findIn(args: unknown): readonly string[] {
    if (this.#pieces.size === 0) return [];
    const text = textsOf(args)
      .flatMap((one) => [one, decoded(one)])
      .join('\n')
      .toLowerCase();
    const found = [...this.#pieces].filter((piece) => text.includes(piece.toLowerCase()));
    const ordered = found.toSorted((one, other) => other.length - one.length);
    return ordered
      .filter((piece, at) => !ordered.slice(0, at).some((longer) => longer.includes(piece)))
      .slice(0, maxShown);
  }

  forget(): void {
    this.#pieces.clear();
  }
}

/** The texts and numbers in a JSON value, and the names in it. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (isObject(value)) return Object.entries(value).flatMap(([key, child]) => [key, ...textsOf(child)]);
  return [];
}

/** As it reads inside a URL. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
