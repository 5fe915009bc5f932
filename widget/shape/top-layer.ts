/**
 * Lifts an element over the page and out of whatever clips, moves or fades what is around it. Where the browser has
 * no such layer, its styles keep it in place, in the order that `z-index` says.
 */
export function lift(element: HTMLElement): void {
  if (isLifted(element)) element.hidePopover();
  keepLifted(element);
}

/** The same, but one that is there already stays where it is among others. */
export function keepLifted(element: HTMLElement): void {
  if (!canLift || !element.isConnected || isLifted(element)) return;
  element.setAttribute('popover', 'manual');
  element.showPopover();
}

/** Puts it back into the page. */
export function lower(element: HTMLElement): void {
  element.removeAttribute('popover');
}

const canLift = 'popover' in HTMLElement.prototype;

function isLifted(element: HTMLElement): boolean {
  return canLift && element.matches(':popover-open');
}
