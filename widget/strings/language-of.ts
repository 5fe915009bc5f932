/** A language tag that Intl takes, and its language without the region. */
export interface Language {
  readonly tag: string;
  readonly language: string;
}

/** The nearest `lang` in the composed tree, from the element up; where nobody says one, the browser's. */
export function languageOf(element: Element): Language {
  const tag = nearest(element) || navigator.language;
  try {
    const { baseName, language } = new Intl.Locale(tag);
    return { tag: baseName, language };
  } catch {
    return { tag: 'en', language: 'en' };
  }
}

function nearest(element: Element): string {
  const said = element.closest('[lang]');
  if (said) return said.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearest(root.host) : document.documentElement.lang;
}
