import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** What was looked at and found good: small grey pictures, a file for each look, and what is said, as text. */
const folder = new URL('./accepted/', import.meta.url);

export function readPictures(look: string): ReadonlyMap<string, Uint8Array> {
  const table: Readonly<Record<string, string>> = JSON.parse(read(`${look}.json`) || '{}');
  return new Map(Object.entries(table).map(([name, packed]) => [name, inflateRawSync(Buffer.from(packed, 'base64'))]));
}

export function writePictures(look: string, pictures: ReadonlyMap<string, Uint8Array>): void {
  const rows = [...pictures].map(([name, grey]) => [name, deflateRawSync(grey, { level: 9 }).toString('base64')]);
  write(`${look}.json`, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

/** What a screen reader is told and what it finds, by situation. */
export function readSpoken(): ReadonlyMap<string, string> {
  const chapters = read('spoken.txt').split(/^# /m).slice(1);
  return new Map(chapters.map((chapter) => [chapter.slice(0, chapter.indexOf('\n')), chapter]));
}

export function writeSpoken(chapters: ReadonlyMap<string, string>): void {
  write('spoken.txt', [...chapters.values()].map((chapter) => `# ${chapter}`).join(''));
}

/** One situation as it is kept: its name, what is announced when it comes about, and the tree that stands then. */
export function chapterOf(name: string, said: readonly string[], tree: string): string {
  return `${name}\n\n${[...said, ''].join('\n')}\n${tree}\n\n`;
}

function read(name: string): string {
  try {
    return readFileSync(new URL(name, folder), 'utf8');
  } catch {
    return '';
  }
}

function write(name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(name, folder), text);
}
