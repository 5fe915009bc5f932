import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

export interface OriginRule {
  /** Exact origins, such as `https://shop.example`. */
  readonly origins: readonly string[];
  /** The address that the server listens on. */
  readonly listensOn: string;
}

/** What a handshake says of where it comes from. */
export interface Handshake {
  readonly origin: string | undefined;
  /** The Host header. */
  readonly host: string | undefined;
}

/**
 * Whether a page may connect. Every browser names its page in the Origin header, so a missing one is
 * refused, and so is `null` (a sandboxed frame or a file). The server's own host needs no setting.
 *
 * On loopback only names that always mean this machine count as its own: a name from DNS could have
 * been pointed here by a stranger's site.
 */
export function isAllowedOrigin(rule: OriginRule, { origin, host }: Handshake): boolean {
  if (origin === undefined || origin === 'null') return false;
  if (rule.origins.includes(origin)) return true;
  const page = parseOrigin(origin);
  if (!page) return false;
  if (isLoopbackAddress(rule.listensOn)) return isLoopbackHost(page.hostname);
  return host !== undefined && page.host === host.toLowerCase();
}

/** True for the origin of a web page as a browser writes it: `https://shop.example`. */
export function isWebOrigin(value: unknown): value is string {
  return typeof value === 'string' && parseOrigin(value) !== undefined;
}

function parseOrigin(origin: string): URL | undefined {
  if (!URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.origin === origin ? url : undefined;
}
