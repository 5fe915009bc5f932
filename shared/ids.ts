/** An unguessable id of at least 128 bits that works where `crypto.randomUUID` is missing (plain http). */
export function newId(): string {
  return randomLetters(22);
}

/** A secret of at least 256 bits. */
export function newToken(): string {
  return randomLetters(43);
}

/** Sixty-four, so that six bits of a byte choose one and none is more likely than another. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function randomLetters(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => letters.charAt(byte & 63)).join('');
}
