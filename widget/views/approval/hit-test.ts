/** How far inside its corners an element is probed: its edges may be rounded, or lie between two pixels. */
const insetPx = 6;

/**
 * Whether whoever points at an element meets it: nothing that takes clicks lies over its middle or its corners,
 * and all of them are in the viewport. What lets clicks through can't be found this way.
 */
export function isOnTop(element: Element): boolean {
  return pointsOf(element.getBoundingClientRect()).every(([x, y]) => isMetAt(element, x, y));
}

function pointsOf({ left, right, top, bottom }: DOMRect): readonly (readonly [number, number])[] {
  const dx = Math.min(insetPx, (right - left) / 4);
  const dy = Math.min(insetPx, (bottom - top) / 4);
  const sides = [left + dx, right - dx] as const;
  const corners = sides.flatMap((x) => [[x, top + dy] as const, [x, bottom - dy] as const]);
  return [...corners, [(left + right) / 2, (top + bottom) / 2]];
}

/** From the inside out: a root, even a closed one, names what is met in it, or the host of a tree inside. */
function isMetAt(element: Element, x: number, y: number): boolean {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
  const met = root.elementFromPoint(x, y);
  if (!met || !element.contains(met)) return false;
  return root instanceof Document || isMetAt(root.host, x, y);
}
