/** What fades, bends or cuts an element, apart from where it stands. */
const mustBeNone = ['filter', 'maskImage', 'clipPath', 'rotate'] as const;
/** As good as opaque: a page may be fading in. */
const leastOpacity = 0.9;
/** Smaller than this, what is written can't be read as it was meant. */
const leastScale = 0.9;

/** Whether an element is drawn as it was written: opaque, upright, and no smaller than it says. */
export function isPlain(element: Element): boolean {
  if (getComputedStyle(element).visibility !== 'visible') return false;
  let opacity = 1;
  for (const one of withAncestors(element)) {
    const style = getComputedStyle(one);
    opacity *= Number(style.opacity);
    if (opacity < leastOpacity || mustBeNone.some((name) => !isNone(style[name]))) return false;
    if (!isUpright(style.transform) || !isLarge(style.scale)) return false;
  }
  return true;
}

/** The element and all that it is drawn inside of: through slots and out of shadow trees. */
function* withAncestors(element: Element): Generator<Element> {
  for (let one: Element | null = element; one; one = parentOf(one)) yield one;
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : null;
}

/** @param value undefined where the browser does not know the property */
function isNone(value: string | undefined): boolean {
  return value === undefined || value === '' || value === 'none';
}

/** Moved or made larger at most. */
function isUpright(transform: string): boolean {
  if (isNone(transform)) return true;
  const { is2D, a, b, c, d } = new DOMMatrixReadOnly(transform);
  return is2D && b === 0 && c === 0 && a >= leastScale && d >= leastScale;
}

function isLarge(scale: string | undefined): boolean {
  return scale === undefined || isNone(scale) || scale.split(' ').every((factor) => Number(factor) >= leastScale);
}
