const sheets = new Map<string, CSSStyleSheet>();

/** Gives a shadow root styles after those that it has. Twice is once. No policy forbids a sheet that a script makes. */
export function adoptSheet(root: ShadowRoot, text: string): void {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
