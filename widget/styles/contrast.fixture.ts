/** Red, green and blue of 0–255, and alpha of 0–1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const canvas = document.createElement('canvas');
const context = canvas.getContext('2d', { willReadFrequently: true });

/** Reads a colour in whatever way CSS writes it, by painting it. */
function parse(colour: string): Colour {
  if (!context) throw new Error('This browser paints nothing.');
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

function over([r, g, b, alpha]: Colour, [r2, g2, b2]: Colour): Colour {
  const mix = (above: number, below: number): number => above * alpha + below * (1 - alpha);
  return [mix(r, r2), mix(g, g2), mix(b, b2), 1];
}

function luminance([red, green, blue]: Colour): number {
  const linear = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [r = 0, g = 0, b = 0] = linear;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** What lies behind an element's words, with every translucent layer counted. */
function backdrop(element: Element | null): Colour {
  if (!element) return [255, 255, 255, 1];
  const own = parse(getComputedStyle(element).backgroundColor);
  return own[3] === 1 ? own : over(own, backdrop(parentOf(element)));
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

function ratio(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** How an element's words stand out from what is behind them, by WCAG's measure. */
export function textContrast(element: Element): number {
  const behind = backdrop(element);
  return ratio(over(parse(getComputedStyle(element).color), behind), behind);
}

/** How an outline stands out from what is around the element. */
export function outlineContrast(element: Element, colour: string): number {
  const behind = backdrop(parentOf(element));
  return ratio(over(parse(colour), behind), behind);
}

/** Every element below the root that has words of its own which are seen. What can't be pressed now does not count. */
export function withWords(root: ParentNode): readonly Element[] {
  return [...root.querySelectorAll('*')].filter((element) => {
    const words = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    return words && element.checkVisibility() && !element.closest(':disabled, [aria-disabled=true], .unseen, style');
  });
}
