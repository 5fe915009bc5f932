import type { Formats } from './formats.ts';
import type { Strings, Words } from './words.ts';

/** The words of a language, for one of its regions. What it lacks stays English. */
export type Translate = (formats: Formats) => Strings;

/** What the chunk of a language has. */
export interface Translation {
  readonly translate: Translate;
  /** The words of approvals and of the sheets. */
  readonly sheets: (formats: Formats) => object;
}

/** What the words of an element are made of. */
export interface TableOf {
  /** The language with its region, as Intl takes it. */
  readonly tag: string;
  readonly english: Words;
  /** What the page puts in the place of single words. */
  readonly strings: unknown;
}
