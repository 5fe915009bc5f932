import type { JsonObject, JsonValue } from '../../../shared/json.ts';

/** What the person made of the arguments: the changed ones, or the name of one that can't be read as a value. */
export type Changes = { readonly changed: JsonObject | undefined } | { readonly unreadable: string };

/** The arguments that a person is changing, as text. Text stays text; anything else is written as JSON. */
export class Drafts {
  readonly #texts = new Map<string, string>();

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  /** Undefined for an argument that nobody is changing. */
  textOf(name: string): string | undefined {
    return this.#texts.get(name);
  }

  begin(name: string, value: JsonValue): void {
    this.#texts.set(name, asText(value));
  }

  write(name: string, text: string): void {
    this.#texts.set(name, text);
  }

  undo(name: string): void {
    this.#texts.delete(name);
  }

  clear(): void {
    this.#texts.clear();
  }

  /** What differs from the arguments as they were. */
  changesOf(args: JsonValue): Changes {
    const changed: (readonly [string, JsonValue])[] = [];
    for (const [name, text] of this.#texts) {
      const value = valueOf(args, name);
      if (text === asText(value)) continue;
      const read = typeof value === 'string' ? { value: text } : parse(text);
      if (!read) return { unreadable: name };
      changed.push([name, read.value]);
    }
    return { changed: changed.length > 0 ? Object.fromEntries(changed) : undefined };
  }
}

function valueOf(args: JsonValue, name: string): JsonValue {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  return Object.entries(args).find(([key]) => key === name)?.[1] ?? '';
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function parse(text: string): { readonly value: JsonValue } | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
