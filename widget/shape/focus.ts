/** The element that has the focus, down through the shadow trees that can be seen into. */
export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

const writing = 'input, textarea, select, iframe, [contenteditable]:not([contenteditable=false])';

/** Whether the focus may be moved: the person has touched the page, and is not writing somewhere else. */
export function mayTakeFocus(): boolean {
  return navigator.userActivation.hasBeenActive && !focused()?.matches(writing);
}
