/** What an element without a `label` is called, before its words are loaded. */
const names: Readonly<Record<string, string>> = {
  ar: 'المساعد',
  de: 'Assistent',
  es: 'Asistente',
  fr: 'Assistant',
  hi: 'सहायक',
  it: 'Assistente',
  ja: 'アシスタント',
  pt: 'Assistente',
  ru: 'Ассистент',
  zh: '助手',
};

export function nameIn(language: string): string {
  return names[language] ?? 'Assistant';
}
