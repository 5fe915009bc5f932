/** The field in which the person writes, in the same element. */
export function composerOf(element: Element): HTMLTextAreaElement | null {
  return element.closest('.base')?.querySelector<HTMLTextAreaElement>('headless-agent-composer textarea') ?? null;
}

/**
 * Puts a text into the field, with the caret behind it. The composer hears of it as of any other change.
 *
 * @param isForeign some of it may be a stranger's: it then counts as pasted.
 */
export function fill(input: HTMLTextAreaElement, text: string, isForeign: boolean): void {
  input.value = text;
  input.setSelectionRange(text.length, text.length);
  const inputType = isForeign ? 'insertFromPaste' : 'insertText';
  input.dispatchEvent(new InputEvent('input', { inputType, bubbles: true }));
}
