/** Whether the person is in the middle of writing a message: they look at their words, not at what appears. */
export function isTyping(root: Node): boolean {
  if (!(root instanceof ShadowRoot || root instanceof Document)) return false;
  const { activeElement } = root;
  if (!(activeElement instanceof HTMLTextAreaElement)) return false;
  return activeElement.closest('headless-agent-composer') !== null && activeElement.value.trim() !== '';
}
