// Controls but for tab and line feed, soft hyphens, zero widths, bidi embeddings, overrides and isolates, the
// invisible operators, tags, and the variation selectors that no font needs.
const hidden =
  /(?![\n\t])[\p{Cc}\u00ad\u115f\u1160\u180e\u200b\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
// A joiner means something between letters of a script that joins, and inside an emoji.
const joiners = /(?<=([\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]?))[\u200c\u200d]+(?=(.?))/gsu;
const joins = /^(?:(?!\p{Script=Latin})[\p{L}\p{M}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])$/u;

/** Takes out of a text what shows nothing, or shows the rest in another order than it is read in. */
export function cleanText(text: string): string {
  return text
    .replace(hidden, '')
    .replace(joiners, (found, before: string, after: string) =>
      found.length < 3 && joins.test(before) && joins.test(after) ? found.slice(0, 1) : '',
    );
}

// Half of a character, and what only the next character can tell.
const open = /^[\r\u200c\u200d\ud800-\udbff]$/;
/** Three joiners in a row mean nothing, so no more have to wait. */
const maxHeld = 4;

/** Cleans a text that comes in pieces: they give together what the whole gives. */
export class TextCleaner {
  #held = '';
  /** The last character that went out: a joiner is judged by it. */
  #last = '';

  write(piece: string): string {
    const text = this.#held + piece;
    let end = text.length;
    while (text.length - end < maxHeld && open.test(text.charAt(end - 1))) end -= 1;
    this.#held = text.slice(end);
    return this.#clean(text.slice(0, end));
  }

  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.#clean(rest);
  }

  #clean(text: string): string {
    const cleaned = cleanText(this.#last + text.replaceAll(/\r\n?/g, '\n')).slice(this.#last.length);
    this.#last = [...cleaned.slice(-2)].at(-1) ?? this.#last;
    return cleaned;
  }
}
