/** The encodings that a file may be stored in, best first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The best stored encoding that an Accept-Encoding header allows; undefined for the file as it is. */
export function chooseEncoding(header: string | undefined, stored: ReadonlySet<Encoding>): Encoding | undefined {
  if (!header) return undefined;
  const accepted = new Set(header.split(',').filter(isWanted).map(codingOf));
  return encodings.find((encoding) => stored.has(encoding) && accepted.has(encoding));
}

function codingOf(entry: string): string {
  return (entry.split(';')[0] ?? '').trim().toLowerCase();
}

/** False for an entry that says no, such as `br;q=0`. */
function isWanted(entry: string): boolean {
  return !/;\s*q=0(?:\.0*)?\s*$/i.test(entry);
}
