import type { CSSResult } from 'lit';

/** Gives the shadow root around an element styles that come later than the root's own. Twice is once. */
export function adoptStyles(element: Element, ...styles: readonly CSSResult[]): void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  for (const { styleSheet } of styles) {
    if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet);
  }
}
