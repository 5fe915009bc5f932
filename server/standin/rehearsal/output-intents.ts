import { call, type Intent } from './intent.ts';
import { quotesIn, unmask, type Clause } from './message.ts';
import { sourceOf } from './sources.ts';

const pronoun =
  /^(?:it|this|that|them|these|those|(?:the |your |my )?(?:last )?(?:result|answer|place|reply|text|message|value)|everything|)$/i;
const copy = /^(?:copy|cop)\b\s*(.*?)(?:\s+(?:in)?to\s+(?:my |the )?clipboard)?$/i;
const putOnClipboard = /^(?:put|place|write|save|send)\s+(.+?)\s+(?:in|into|on|onto|to)\s+(?:my |the )?clipboard$/i;
const aloud = /\s*\b(?:out ?loud|aloud|to me)\b\s*/i;
const speak = /^(?:say|speak|pronounce|announce|voice)\b\s*(.*)$/i;
const read = /^(?:read|tell|say)\b\s*(?:me\s+)?(.*)$/i;

/** "Copy …": a quoted or plain text, something to find out first, or what was found out before. */
export function copyIntents(clause: Clause): Intent[] | undefined {
  const object = putOnClipboard.exec(clause.text)?.[1] ?? copy.exec(clause.text)?.[1];
  return object === undefined ? undefined : on(object, 'clipboard_write', clause);
}

/** "Read … aloud", "say …". */
export function speakIntents(clause: Clause): Intent[] | undefined {
  const isAloud = aloud.test(clause.text);
  const text = clause.text.replace(aloud, ' ').trim();
  const said = speak.exec(text)?.[1];
  if (said !== undefined) return on(said, 'speak', clause);
  const toRead = read.exec(text)?.[1];
  if (toRead === undefined) return undefined;
  const isOnlyIt = /^read\b/i.test(text) && pronoun.test(toRead);
  const isQuoted = /^read\b/i.test(text) && quotesIn(clause).length > 0;
  return isAloud || isOnlyIt || isQuoted ? on(toRead, 'speak', clause) : undefined;
}

function on(object: string, tool: 'clipboard_write' | 'speak', clause: Clause): Intent[] {
  const what = object.trim().replace(/^(?:the (?:text|words?|phrase)|this|that)[:\s]+(?=[\uE000-\uE0FF])/i, '');
  if (pronoun.test(what)) return [{ kind: 'use', tool }];
  const quoted = quotesIn({ ...clause, text: what });
  if (quoted.length > 0) return [call(tool, { text: quoted.join(' ') })];
  const source = sourceOf(what);
  if (source) return [source, { kind: 'use', tool }];
  const stored = /^my (.+)$/i.exec(what)?.[1];
  if (stored !== undefined)
    return [call('memory_get', { key: stored.toLowerCase().replace(/\W+/g, '_') }), { kind: 'use', tool }];
  return [call(tool, { text: unmask(what, clause.quotes) })];
}
