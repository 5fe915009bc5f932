import { formats } from './formats.ts';
import { merge } from './merge.ts';
import type { TableOf, Translate } from './translate.ts';
import type { Words } from './words.ts';

/** English, with a language laid over it, and over that the words of the page. */
export function makeTable(translate: Translate | undefined, { tag, english, strings }: TableOf): Words {
  const format = formats(tag);
  const translated = merge(english, { time: format.time, list: format.list, ...translate?.(format) }, ignore);
  // Until calls can be drawn their words are missing, and to replace one is no mistake.
  return merge(translated, strings, 'card' in english ? warn : ignore);
}

function warn(sentence: string): void {
  console.warn(`headless-agent: ${sentence}`);
}

function ignore(): void {}
