import { isObject } from '../../shared/json.ts';
import { closeCode } from '../../shared/protocol.ts';
import type { Failure } from './failure.ts';
import { hint } from './hint.ts';
import { isBlockedByPolicy } from './policy-watch.ts';
import { isLoopback, isPrivateHost } from './private-host.ts';

/** What a diagnosis needs to know of the page. */
export interface Surroundings {
  readonly location: { readonly origin: string; readonly protocol: string; readonly hostname: string };
  readonly fetch: (url: URL, options: RequestInit) => Promise<Response>;
}

const probeMs = 5_000;
const probed = new Set<string>();

/** Finds out why a connection failed and says in the console what mends it. Loaded when one has failed. */
export async function diagnose(failure: Failure, surroundings: Surroundings = thisPage()): Promise<void> {
  const { location, fetch } = surroundings;
  const { url } = failure;
  if (location.protocol === 'https:' && url.protocol === 'ws:' && !isLoopback(url.hostname)) {
    return hint(`A page on https can not connect to ${url.origin}. Serve the agent with TLS: server="${secure(url)}".`);
  }
  if (isBlockedByPolicy(url)) {
    return hint(`The Content-Security-Policy blocks the connection. Add to it: connect-src ${url.origin}`);
  }
  if (failure.kind === 'forbidden') return hint(`The browser does not allow a connection to ${url.href}.`);
  if (failure.code === closeCode.originRefused) return hint(explainOrigin(location.origin));
  if (failure.code === closeCode.takenOver) return;
  if (failure.code === closeCode.ticketRefused) {
    return hint(`${failure.reason}. The element gets tickets from your backend: ticket-url="/agent-ticket".`);
  }
  if (failure.code >= 4400) {
    return hint(`The server closed the connection: ${failure.code} ${failure.reason}`);
  }
  if (failure.wasWelcome || probed.has(url.href)) return;
  probed.add(url.href);
  if (isPrivateHost(url.hostname) && !isPrivateHost(location.hostname)) {
    hint(
      `${url.host} is on this computer or network, and this page is not. The browser then needs the permission “local network access”: allow it for ${location.origin}.`,
    );
  }
  hint(await probe(url, fetch));
}

function thisPage(): Surroundings {
  const { protocol, hostname } = location;
  // In a sandboxed frame the location still tells the origin that the page has lost.
  return { location: { origin: self.origin, protocol, hostname }, fetch: (url, options) => fetch(url, options) };
}

function explainOrigin(origin: string): string {
  if (origin !== 'null') {
    return `The server does not accept pages of ${origin}. Start it with HEADLESS_AGENT_ORIGINS=${origin}`;
  }
  return 'This page has no origin (it is a file or a sandboxed frame), so no server can accept it. Serve it over http, or add allow-same-origin to the sandbox.';
}

/** Asks the server's health page who is there, since the browser does not say why a socket failed. */
async function probe(url: URL, fetch: Surroundings['fetch']): Promise<string> {
  const health = new URL('/healthz', url);
  health.protocol = url.protocol === 'wss:' ? 'https:' : 'http:';
  let answer: unknown;
  try {
    const response = await fetch(health, { credentials: 'omit', signal: AbortSignal.timeout(probeMs) });
    answer = await response.json().catch(() => undefined);
  } catch {
    return `Nothing answers at ${url.host}. Is the server running?`;
  }
  if (!isObject(answer) || answer['name'] !== 'headless-agent') {
    return `What answers at ${url.host} is no headless-agent server.`;
  }
  const right = new URL(typeof answer['path'] === 'string' ? answer['path'] : url.pathname, url);
  if (right.pathname !== url.pathname) {
    return `The server is there, but not at ${url.pathname}. Set server="${right.href}".`;
  }
  return `The server at ${url.host} answers, but its socket does not open. A proxy in front of it must pass on WebSocket upgrades.`;
}

function secure(url: URL): string {
  const right = new URL(url);
  right.protocol = 'wss:';
  return right.href;
}
