/** A style sheet as plain text, for where there is no Lit. The build takes its white space out. */
export function css(text: TemplateStringsArray): string {
  return text.join('');
}
