import type { Clock } from '../tab/clock.ts';

/** The page as somebody sees it: the document. */
export type View = EventTarget & { readonly hidden: boolean };

export interface ViewPorts {
  readonly onShown: () => void;
  readonly onLongHidden: () => void;
}

const longMs = 300_000;

/** Tells when the person comes back to the page, and when they have been away for five minutes. */
export function watchView(view: View, clock: Clock, { onShown, onLongHidden }: ViewPorts): () => void {
  let callOff = (): void => {};
  const onChange = (): void => {
    callOff();
    if (view.hidden) callOff = clock.after(longMs, onLongHidden);
    else onShown();
  };
  view.addEventListener('visibilitychange', onChange);
  return () => {
    callOff();
    view.removeEventListener('visibilitychange', onChange);
  };
}
