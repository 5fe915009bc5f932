import { type Formats, formats } from './formats.ts';
import { merge } from './merge.ts';
import type { TableOf, Translation } from './translate.ts';
import type { Words } from './words.ts';

/** English, with a language laid over it, and over that the words of the page. */
export function makeTable(translation: Translation | undefined, { tag, english, strings }: TableOf): Words {
  const format = formats(tag);
  const translated = { ...translation?.translate(format), ...translation?.sheets(format) };
  const table = merge(merge(english, regional(format), ignore), translated, ignore);
  return merge(table, strings, 'details' in english ? warn : ignore);
}

/** What needs no words. */
function regional({ time, list, day, moment }: Formats): object {
  return { time, list, approvals: { list, receipt: { at: time } }, permissions: { day, moment } };
}

function warn(sentence: string): void {
  console.warn(`headless-agent: ${sentence}`);
}

function ignore(): void {}
