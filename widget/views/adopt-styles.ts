import type { CSSResult } from 'lit';

/** Gives the shadow root around an element styles that come later than the root's own. Twice is once. */
export function adoptStyles(element: Element, { styleSheet }: CSSResult): void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot) || !styleSheet || root.adoptedStyleSheets.includes(styleSheet)) return;
  root.adoptedStyleSheets.push(styleSheet);
}
