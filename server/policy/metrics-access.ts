import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

/** Who may read the metrics: nobody, this machine, everybody, or whoever has the token. */
export type MetricsAccess = 'off' | 'local' | 'open' | { readonly token: string };

/** A shorter token could be guessed. */
export const leastTokenChars = 16;

/** As much of a request as it takes to tell who asks. */
export interface MetricsRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

export type MetricsVerdict = 'allowed' | 'forbidden' | 'unauthorized';

/** What a proxy adds. Whoever it asks for is somewhere else. */
const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Whether a request may read the metrics. `local` means a program on this machine that asks for it by
 * a name that always means this machine: neither a proxy's visitor nor a page that had a name of its own pointed here.
 */
export function mayReadMetrics(access: Exclude<MetricsAccess, 'off'>, request: MetricsRequest): MetricsVerdict {
  if (access === 'open') return 'allowed';
  if (access === 'local') return isLocal(request) ? 'allowed' : 'forbidden';
  const { authorization } = request.headers;
  return typeof authorization === 'string' && isSame(authorization, `Bearer ${access.token}`)
    ? 'allowed'
    : 'unauthorized';
}

function isLocal({ headers, socket }: MetricsRequest): boolean {
  if (!isLoopbackAddress(socket.remoteAddress ?? '')) return false;
  if (passedOn.some((name) => headers[name] !== undefined)) return false;
  const host = `http://${String(headers['host'])}`;
  return URL.canParse(host) && isLoopbackHost(new URL(host).hostname);
}

/** Takes as long for one that is nearly right as for any other. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
