/** True for an address to listen on that only this machine can reach. */
export function isLoopbackAddress(address: string): boolean {
  return (
    address === 'localhost' || address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
  );
}

/** True for a page's host name that always means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
