import type { TableOf, Translation } from './translate.ts';
import type { Words } from './words.ts';

const chunks: Readonly<Record<string, () => Promise<Translation>>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  hi: () => import('./hi.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
  zh: () => import('./zh.ts'),
};

/** The languages besides English. */
export const languages: readonly string[] = Object.keys(chunks);

/** How the words of a language are made, once it is loaded; by language without region. */
export const makers = new Map<string, (of: TableOf) => Words>();

/** Loads a language; one that there is not has English words. Rejects when a chunk can't be had. */
export async function loadLanguage(language: string): Promise<void> {
  const chunk = Object.hasOwn(chunks, language) ? chunks[language]?.() : undefined;
  const [{ makeTable }, translation] = await Promise.all([import('./make-table.ts'), chunk]);
  makers.set(language, (of) => makeTable(translation, of));
}
