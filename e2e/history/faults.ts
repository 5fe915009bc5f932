import { faults as http, type StandinAnswer } from '../../testing/index.ts';
import type { Chance } from '../faults/chance.ts';

const refusals =
  'SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII ESCALATION PUP_LIMITED_DISABLED MODEL_ARMOR IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION'.split(
    ' ',
  );
const breakdowns =
  'MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL MALFORMED_RESPONSE TOO_MANY_TOOL_CALLS MISSING_THOUGHT_SIGNATURE OTHER NO_IMAGE IMAGE_OTHER A_REASON_OF_TOMORROW'.split(
    ' ',
  );
const blocks = 'SAFETY OTHER BLOCKLIST PROHIBITED_CONTENT IMAGE_SAFETY MODEL_ARMOR JAILBREAK'.split(' ');
const words = 'Ein halber Satz über 🍋 und';

/** Ways in which one request to the model goes wrong, by the name under which they are counted. */
const makers: Readonly<Record<string, (chance: Chance) => StandinAnswer>> = {
  'minute quota': (chance) => http.minuteQuota(chance.between(0, 40) + 0.4),
  'day quota': () => http.dayQuota(),
  '500': () => http.internal(),
  '503': () => http.overloaded(),
  '503 in HTML': () => http.overloadedHtml(),
  '504': () => http.deadline(),
  'junk for an answer': () => http.junk(),
  'error in the stream': () => ({ inBand: 503 }),
  'error after words': () => ({ inBand: 500, text: words }),
  'junk in the stream': () => ({ junk: '{"candidates": [' }),
  'junk after words': () => ({ junk: 'so?', text: words }),
  'hung up at once': () => ({ cut: 'at once' }),
  'reset at once': () => ({ cut: 'at once', reset: true }),
  'hung up after headers': () => ({ cut: 'after headers' }),
  'hung up after words': () => ({ cut: 'midway', text: words }),
  'reset after words': () => ({ cut: 'midway', text: words, reset: true }),
  refused: (chance) => ({ parts: null, finishReason: chance.pick(refusals) ?? 'SAFETY' }),
  'refused after words': (chance) => ({ text: words, finishReason: chance.pick(refusals) ?? 'SAFETY' }),
  'broken down': (chance) => ({
    parts: null,
    finishReason: chance.pick(breakdowns) ?? 'OTHER',
    finishMessage: 'Malformed function call: look(',
  }),
  'broken down after words': (chance) => ({ text: words, finishReason: chance.pick(breakdowns) ?? 'OTHER' }),
  'broken down after a call': (chance) => ({
    parts: [{ functionCall: { name: 'look', args: {} } }],
    finishReason: chance.pick(breakdowns) ?? 'OTHER',
  }),
  'prompt blocked': (chance) => ({ blockReason: chance.pick(blocks) ?? 'OTHER' }),
  'no content': () => ({ parts: null }),
  'no parts': () => ({ parts: [] }),
  'an empty text': () => ({ parts: [{ text: '' }] }),
  'thoughts only': () => ({ parts: [{ text: 'Hm.', thought: true }] }),
  'a call without a name': () => ({ parts: [{ functionCall: { args: {} } }] }),
  'no finish reason': () => ({ text: words, finishReason: null }),
  'nothing at all': () => ({ parts: [{ text: '' }], finishReason: null }),
  'too long, with words': () => ({ text: words, finishReason: 'MAX_TOKENS' }),
  'too long, with calls': () => ({ calls: [{ name: 'look' }], finishReason: 'MAX_TOKENS' }),
  'too long, with nothing': () => ({ parts: null, finishReason: 'MAX_TOKENS' }),
};

export const faultKinds: readonly string[] = Object.keys(makers);

export interface Fault {
  readonly kind: string;
  readonly answer: StandinAnswer;
}

export function pickFault(chance: Chance): Fault {
  const kind = chance.pick(faultKinds) ?? '500';
  return { kind, answer: makers[kind]?.(chance) ?? http.internal() };
}
