/** Words that mean one thing to a shop, a calendar or a map. The first of each line stands for all. */
const synonymLines = [
  'add put place insert buy order purchase append drop',
  'cart basket bag trolley',
  'remove delete discard',
  'show list view display see what which look get read tell',
  'search find have lookup',
  'hour when time schedule',
  'open opening opened close closing closed',
  'price cost much expensive',
  'book reserve booking reservation',
  'product item article sell stock goods',
  'cancel abort undo',
  'total sum',
  'shop store bakery',
];
const canonical = new Map(
  synonymLines.flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(stem);
    return [first, ...others].map((word): [string, string] => [word, first]);
  }),
);

const numberWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

const stopWords = new Set(
  'a an the to of in on at by for from with into onto and or my your our his her their me you i we it its this that these those is are am be was were do does did can could will would should please some any there here up out as not no just also then now so if about'.split(
    ' ',
  ),
);

/** Verbs that change something: a tool named after one is not meant by a question. */
export const actionVerbs = new Set(
  'add remove cancel book submit send pay checkout update set clear empty create rename'.split(' ').map(stem),
);

/** Light stemming: plurals and the commonest endings. */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length <= 3) return lower;
  if (/(?:loaves|halves|knives|leaves|shelves)$/.test(lower)) return `${lower.slice(0, -3)}f`;
  if (lower.endsWith('ies')) return `${lower.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes)$/.test(lower)) return lower.slice(0, -2);
  if (lower.endsWith('s') && !/(?:ss|us|is)$/.test(lower)) return lower.slice(0, -1);
  return lower;
}

/** One spelling for a word and its synonyms. */
export function meaning(word: string): string {
  const root = stem(word);
  return canonical.get(root) ?? root;
}

/** The words of a text or of a name such as `cart_add` or `openingHours`. */
export function wordsIn(text: string): string[] {
  return text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
}

export function wordsOfName(name: string): string[] {
  return wordsIn(name.replace(/[_.:-]+/g, ' '));
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word.toLowerCase());
}

/** The meanings of all words that carry one. */
export function meaningsOf(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !isStopWord(word)).map(meaning));
}

/** A number in digits or in a word, or undefined. */
export function numberOf(word: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(word)) return Number(word);
  const at = numberWords.indexOf(word.toLowerCase());
  if (at >= 0) return at;
  const more: Readonly<Record<string, number>> = { dozen: 12, couple: 2, once: 1, twice: 2 };
  return more[word.toLowerCase()];
}

/** A short name under which something can be stored: `favourite_colour`. */
export function keyOf(text: string): string {
  const words = wordsIn(text).filter((word) => !/^(?:my|the|a|an|our|is|are|that|to)$/i.test(word));
  const key = words.slice(0, 6).map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_'));
  return key.join('_').slice(0, 60) || 'note';
}
