/** Where a page is. */
export interface Place {
  readonly origin: string;
  /** The origins around a page in a frame, nearest first; empty for a page of its own. */
  readonly frame: string;
  /** A page of another origin is around it. */
  readonly isForeign: boolean;
}

/** What of a window is looked at. */
interface FramedWindow {
  readonly location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> };
  readonly document: { readonly referrer: string };
  readonly top: unknown;
  readonly self: unknown;
  readonly parent: Around;
}

interface Around {
  readonly location: { readonly origin: string };
  readonly parent: Around;
}

/** Outside a browser there is nothing around. */
export function placeOf(page: FramedWindow | undefined): Place {
  if (!page) return { origin: '', frame: '', isForeign: false };
  const { origin, ancestorOrigins } = page.location;
  if (page.self === page.top) return { origin, frame: '', isForeign: false };
  // Firefox names nobody; the page before is the best that can be had there.
  const around = ancestorOrigins ? Array.from(ancestorOrigins) : [originOf(page.document.referrer)];
  const isForeign = ancestorOrigins ? around.some((other) => other !== origin) : isAnyForeign(page.parent, origin);
  return { origin, frame: around.join(' ') || 'unknown', isForeign };
}

/** Looks at each page outwards. One of another origin does not let itself be looked at. */
function isAnyForeign(nearest: Around, origin: string): boolean {
  try {
    let page = nearest;
    while (page.location.origin === origin && page.parent !== page) page = page.parent;
    return page.location.origin !== origin;
  } catch {
    return true;
  }
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return 'unknown';
  }
}
