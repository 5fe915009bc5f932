import type { Intent } from './intent.ts';
import { call } from './intent.ts';
import { unmask, type Clause } from './message.ts';
import { sourceOf } from './sources.ts';
import { keyOf } from './words.ts';

const pronoun =
  '(?:it|this|that|them|these|those|(?:the|your) (?:result|answer|place|value|text)|(?:this|that|the) (?:place|spot))';
const onlyPronoun = new RegExp(`^${pronoun}$`, 'i');
const remember =
  /^(?:remember|save|store|keep|memori[sz]e|note(?: down)?|make a note of|write down|don't forget)\b[\s:]*(?:in (?:your )?memory\b[\s:]*)?(.*)$/i;
const underKey = /^(.*?)\s+(?:as|under(?: the (?:key|name))?|called)\s+(.+)$/i;

/** "Remember …": a fact, a text, or what was found out just before. */
export function rememberIntents(clause: Clause): Intent[] | undefined {
  const found = remember.exec(clause.text);
  if (!found) return undefined;
  const object = (found[1] ?? '').replace(/^(?:this|that|the following):\s*|\s+in (?:your |my )?memory$/gi, '').trim();
  if (object === '' || onlyPronoun.test(object)) return [{ kind: 'use', tool: 'memory_put' }];
  const named = underKey.exec(object);
  if (named) return rememberAs(named[1] ?? '', named[2] ?? '', clause);
  const source = sourceOf(object);
  if (source && !/^that\b/i.test(object) && !factOf(object, clause))
    return [source, { kind: 'use', tool: 'memory_put' }];
  const fact = factOf(object.replace(/^that\s+/i, ''), clause) ?? noteOf(object, clause);
  return [call('memory_put', fact)];
}

function rememberAs(what: string, name: string, clause: Clause): Intent[] {
  const key = keyOf(unmask(name, clause.quotes));
  if (onlyPronoun.test(what.trim())) return [{ kind: 'use', tool: 'memory_put', key }];
  const source = sourceOf(what);
  if (source) return [source, { kind: 'use', tool: 'memory_put', key }];
  return [call('memory_put', { key, value: unmask(what, clause.quotes) })];
}

function noteOf(object: string, clause: Clause): { key: string; value: string } {
  const value = unmask(object.replace(/^(?:that|to)\s+/i, ''), clause.quotes);
  return { key: keyOf(value), value };
}

const facts: readonly [RegExp, string | undefined][] = [
  [/^(?:my|our) ([^:=]+?)(?:\s*[:=]| is| are| was) (.+)$/i, undefined],
  [/^i(?:'m| am) (?:called|named) ()(.+)$/i, 'name'],
  [/^i live (?:in|at) ()(.+)$/i, 'home'],
  [/^i work (?:at|for|in) ()(.+)$/i, 'work'],
  [/^i (?:really )?(?:like|love|prefer) ()(.+)$/i, 'likes'],
  [/^i (?:dislike|hate|don't like|do not like) ()(.+)$/i, 'dislikes'],
];

/** "My name is Ada" and its like, as a key and a value. */
export function factOf(text: string, clause: Clause): { key: string; value: string } | undefined {
  for (const [pattern, key] of facts) {
    const found = pattern.exec(text);
    if (found) return { key: key ?? keyOf(found[1] ?? ''), value: unmask(found[2] ?? '', clause.quotes) };
  }
  return undefined;
}

const list =
  /^(?:what|which (?:things|keys)) (?:do|can|did|have) you (?:still )?(?:remember(?:ed)?|know|saved?|stored?|memori[sz]ed)(?: (?:about|of) me)?$|^(?:list|show)(?: me)?(?: all)? (?:of )?(?:my|your|the|what's in (?:your|my)) (?:memory|memories|notes|keys)$|^(?:list|show)(?: me)? (?:everything|what) you (?:remember|know)(?: about me)?$|^what(?:'s| is) in (?:your|my|the) memory$/i;
const recall =
  /^(?:recall|look up|(?:what|where) did i (?:say|tell you) about|do you (?:remember|know|recall)|remind me (?:of|about|what)|what do you (?:remember|know) about|tell me(?: again)?(?: what)?|(?:read|get|show(?: me)?) from memory)\s+(.+)$/i;
const whatIsMy =
  /^(?:what(?:'s| is| was| are| were|s)|who(?:'s| is)|when(?:'s| is)|which is|tell me|show me|where(?:'s| is)) (?:my|our) (.+)$/i;

export function listIntents(text: string): Intent[] | undefined {
  return list.test(text) ? [call('memory_list')] : undefined;
}

/** "Recall …": asked in words that can only mean memory. */
export function recallIntents(clause: Clause): Intent[] | undefined {
  if (/^(?:who am i|what am i called|do you know who i am)$/i.test(clause.text))
    return [call('memory_get', { key: 'name' })];
  if (/^where do i live$/i.test(clause.text)) return [call('memory_get', { key: 'home' })];
  if (/^what do i (?:like|love|prefer)$/i.test(clause.text)) return [call('memory_get', { key: 'likes' })];
  const what = recall.exec(clause.text)?.[1];
  if (what === undefined || (/^tell me/i.test(clause.text) && !/\b(?:my|our)\b/i.test(what))) return undefined;
  return [call('memory_get', { key: storedKey(what, clause) })];
}

/** "What is my …?", once nothing else could answer it. */
export function questionIntents(clause: Clause): Intent[] | undefined {
  const what = whatIsMy.exec(clause.text)?.[1];
  return what === undefined ? undefined : [call('memory_get', { key: storedKey(what, clause) })];
}

const forget = /^(?:forget|erase|delete|remove|clear|wipe)\s+(?:about\s+)?(.+)$/i;
const everything =
  /^(?:everything|all(?: of it)?|(?:all )?(?:my|your|the) (?:memory|memories|notes|data))(?: (?:about me|you (?:know|remember)(?: about me)?|in (?:your|my) memory))?$/i;

export function forgetIntents(clause: Clause, earlierKey: string | undefined): Intent[] | undefined {
  const what = forget.exec(clause.text)?.[1];
  if (what === undefined) return undefined;
  if (everything.test(what)) return [{ kind: 'forgetAll' }];
  if (onlyPronoun.test(what))
    return earlierKey === undefined ? undefined : [call('memory_delete', { key: earlierKey })];
  const isMemory =
    /^(?:forget|erase)\b/i.test(clause.text) || /\b(?:memory|note|remembered)\b/i.test(what) || /^my\b/i.test(what);
  if (!isMemory) return undefined;
  return [call('memory_delete', { key: storedKey(what, clause) })];
}

/** The key under which the rehearsal itself would have stored it. */
function storedKey(what: string, clause: Clause): string {
  const plain = unmask(what, clause.quotes)
    .replace(/\s+(?:from|in) (?:your |my )?memory$/i, '')
    .replace(/\s+(?:is|was|are|again)$/i, '')
    .replace(/^(?:that|what|the note about|the note)\s+/i, '');
  if (/^(?:my |the )?(?:location|position|place|whereabouts)$/i.test(plain) || /^where i (?:am|was)$/i.test(plain))
    return 'user_location';
  const isKey = /^[\w.-]+$/.test(plain) && /[_.]/.test(plain);
  return isKey ? plain : keyOf(plain);
}
