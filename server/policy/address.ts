import { isIP, isIPv6 } from 'node:net';

export interface Peer {
  /** The other end of the TCP connection. */
  readonly remote: string | undefined;
  /** The X-Forwarded-For header: each proxy adds the address that it was called from. */
  readonly forwardedFor: string | undefined;
}

/**
 * The address that a request comes from. The header is anybody's to write, so that of its entries
 * only those count that our own proxies have added: the last `proxies` ones.
 *
 * @param proxies how many proxies of ours a request passes; 0 when the header is not to be believed.
 * @returns an IP address, or an empty text for a connection that is gone.
 */
export function clientAddress({ remote = '', forwardedFor = '' }: Peer, proxies: number): string {
  if (proxies === 0) return unmapped(remote);
  const hops = forwardedFor.split(',').map((entry) => withoutPort(entry.trim()));
  const client = hops.at(-Math.min(proxies, hops.length)) ?? '';
  return unmapped(isIP(client) ? client : remote);
}

/**
 * What one visitor can't easily leave: an IPv4 address itself, and of IPv6 the network of 64 bits, of
 * which every household has at least one to choose addresses from.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return bare;
  return `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
}

/** An IPv4 address that arrived on an IPv6 socket, as IPv4. */
function unmapped(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return bare;
  const bytes = groups.slice(6).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join('.');
}

/** The eight groups of an IPv6 address, each in its shortest form. */
function groupsOf(address: string): string[] {
  // The URL parser writes every form of an address in one way.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right] = canonical.split('::').map((side) => (side === '' ? [] : side.split(':')));
  if (!right) return left;
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/** Some proxies write the port, too. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? [];
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry) ?? [];
  return bracketed ?? dotted ?? entry;
}
