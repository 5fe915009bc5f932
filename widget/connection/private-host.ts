const loopback = /^(localhost|.+\.localhost|127\..+|\[::1\])$/;
const local = /^(10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|169\.254\..+|.+\.local|\[f[cde].+\])$/;

export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}

/** A host that pages of the public web may reach only with the person's permission. */
export function isPrivateHost(hostname: string): boolean {
  return isLoopback(hostname) || local.test(hostname);
}
