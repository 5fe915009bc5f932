import { html, type TemplateResult } from 'lit';

// Controls, formats (bidi marks, zero widths, tags), odd separators, blank letters, variation selectors but for one
// that chooses how the picture before it looks. A new line and a tab are visible as they are.
const hidden =
  /((?![\n\t]|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])/u;

/** A text in which nothing can hide: characters that show nothing or turn the line around appear as their number. */
export function visibleText(text: string): readonly (string | TemplateResult)[] {
  return text.split(hidden).map((piece, at) => (at % 2 === 0 ? piece : mark(piece)));
}

function mark(char: string): TemplateResult {
  const number = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return html`<span class="hidden-char" part="hidden-char">U+${number}</span>`;
}
