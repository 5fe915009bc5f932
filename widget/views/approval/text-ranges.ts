/** A stretch of a text: from, and up to but not including. */
export type Range = readonly [start: number, end: number];

const urls = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi;
// Up to a slash of either kind, as browsers read it; what stands before the last @ is no host.
const authority = /^[^:]+:\/\/(?:[^/?#\\]*@)?([^/?#\\@]*)/;

/** Where addresses stand in a text. */
export function urlRanges(text: string): readonly Range[] {
  return [...text.matchAll(urls)].map(({ index, 0: url }) => [index, index + url.length]);
}

/** Where the host stands in an address: the part that says who gets it. */
export function hostRange(url: string): Range {
  const [prefix = '', host = ''] = authority.exec(url) ?? [];
  return [prefix.length - host.length, prefix.length];
}

/** The host that a browser would go to, when that is not what the address seems to say. */
export function trueHost(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { host, protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const [start, end] = hostRange(url);
  const shown = url.slice(start, end).toLowerCase();
  return shown === host || shown.replace(/:(?:80|443)$/, '') === host ? undefined : host;
}

/** Every place where one of the words stands. */
export function wordRanges(text: string, words: readonly string[]): readonly Range[] {
  return words.flatMap((word) => placesOf(text, word).map((start): Range => [start, start + word.length]));
}

/** Cuts a stretch at every end of the others that lies within it. */
export function cutRange([start, end]: Range, others: readonly Range[]): readonly Range[] {
  const cuts = others.flat().filter((cut) => cut > start && cut < end);
  const ends = [...new Set([start, ...cuts, end])].toSorted((one, other) => one - other);
  return ends.slice(1).map((to, at) => [ends[at] ?? start, to]);
}

export function isWithin([start, end]: Range, others: readonly Range[]): boolean {
  return others.some(([from, to]) => start >= from && end <= to);
}

function placesOf(text: string, word: string): readonly number[] {
  const places: number[] = [];
  if (word === '') return places;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at);
  return places;
}
