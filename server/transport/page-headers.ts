/**
 * What a page of ours may do, which is what the element needs and nothing more. `'self'` covers the
 * socket, too. A site of one's own names the agent's host in `script-src` and `connect-src` instead.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

/** Sent with every HTML page. */
export const pageHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'same-origin',
} as const;
