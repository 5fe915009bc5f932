/** A message cut into the things it asks for. Quoted texts are single characters until they are taken out again. */
export interface Clause {
  /** As typed, without politeness; each quotation is one character of a private range. */
  readonly text: string;
  readonly quotes: readonly string[];
}

const firstMark = 0xe000;
const marks = /[\uE000-\uE0FF]/g;

/** Words that begin a new request after "and", "then" or a comma. */
const starters =
  'where what when which who how remember save store note keep memori[sz]e recall remind forget erase delete remove clear copy paste read speak say tell show list find look locate check put add buy order book reserve search get open close set cancel is are am do does can could please also then thanks thank hello hi hey bye turn take';
const boundary = new RegExp(
  `(?:,\\s*)?\\b(?:and then|and also|and|then)\\s+(?=(?:${starters.replaceAll(' ', '|')})\\b)|,\\s*(?=(?:${starters.replaceAll(' ', '|')})\\b)`,
  'i',
);

const politeness =
  /^(?:please|kindly|now|also|then|and|so|well|ok(?:ay)?|(?:could|can|would|will) you(?: please)?|i(?:'d| would) like (?:you )?to|i want (?:you )?to|let's|go ahead and)[\s,]+(?=\S)/i;
/** A wish for a thing is an order of it. */
const wish =
  /^(?:i(?:'d| would) like|i want|i need|i'll (?:have|take)|can i (?:have|get)|give me|get me)\s+(?!to\b|help\b)/i;
const trailing = /[\s,]+(?:please|for me|now|too|as well|right now|thanks|thank you)$/i;

/** Clauses that are read at most; the rest of a very long message is not. */
const maxClauses = 40;

export function clausesOf(message: string): Clause[] {
  const { text, quotes } = maskQuotes(message.replace(/[’‘]/g, "'"));
  return text
    .replace(/[^\S\n]+/g, ' ')
    .split(/[.?!;…]+(?=\s|$)|\n+|(?<=[\uE000-\uE0FF][.?!])\s/)
    .slice(0, maxClauses)
    .flatMap((sentence) => splitRequests(sentence))
    .map((part) => ({ text: withoutPoliteness(part), quotes }))
    .filter((clause) => clause.text !== '');
}

/** The quotations of a clause, in order. */
export function quotesIn({ text, quotes }: Clause): string[] {
  return [...text.matchAll(marks)].flatMap(([mark]) => quotes[mark.charCodeAt(0) - firstMark] ?? []);
}

/** A piece of a clause with its quotations back in, without the quotation marks. */
export function unmask(text: string, quotes: readonly string[]): string {
  return text.replace(marks, (mark) => quotes[mark.charCodeAt(0) - firstMark] ?? '').trim();
}

/** Double or single quotation marks, whichever opens first; an apostrophe within a word is none. */
const quotation = /["“„]([^"“”„]+)["”“]|(?<=^|[\s(:])'([^']+)'(?=$|[\s.,!?;:)])/g;

function maskQuotes(message: string): { text: string; quotes: string[] } {
  const quotes: string[] = [];
  // What the person typed from the private range would be taken for a mark.
  const text = message.replace(marks, '').replace(quotation, (whole, double?: string, single?: string) => {
    if (quotes.length > 0xff) return whole;
    quotes.push(double ?? single ?? '');
    return String.fromCharCode(firstMark + quotes.length - 1);
  });
  return { text, quotes };
}

function splitRequests(sentence: string): string[] {
  // "Remember that …" takes the whole rest: what is remembered may contain any verb.
  if (
    /^\W*(?:please\s+)?(?:remember|note|save|store|memori[sz]e)\s+(?:that\s+)?(?:my|i|we|our)\b(?! (?:current )?(?:location|position))/i.test(
      sentence,
    )
  ) {
    return splitAfterFact(sentence);
  }
  const found = boundary.exec(sentence);
  if (!found) return [sentence];
  const rest = sentence.slice(found.index + found[0].length);
  return [sentence.slice(0, found.index), ...splitRequests(rest)];
}

/** Only verbs that can't be part of a fact end it. */
function splitAfterFact(sentence: string): string[] {
  const found = /,?\s+(?:and then|and|then)\s+(?=(?:remember|copy|read|say|speak|tell me|where|what)\b)/i.exec(
    sentence,
  );
  if (!found) return [sentence];
  return [sentence.slice(0, found.index), ...splitRequests(sentence.slice(found.index + found[0].length))];
}

function withoutPoliteness(part: string): string {
  let text = part.trim().replace(/^[\s,:-]+|[\s,:-]+$/g, '');
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(politeness, '').replace(wish, 'add ').replace(trailing, '').trim();
  }
  return text;
}
