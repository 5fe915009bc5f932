import { hint } from './hint.ts';

/** The part of a `SecurityPolicyViolationEvent` that is read here. */
interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURI: string;
  readonly sample: string;
  readonly originalPolicy: string;
}

const blocked = new Set<string>();
let isWatching = false;

/**
 * Listens for what the page's Content-Security-Policy blocks. Only what concerns this package is told.
 * Called first thing, it also hears of the renderer's Trusted Types policy.
 */
export function watchPolicy(page: EventTarget): void {
  if (isWatching) return;
  isWatching = true;
  page.addEventListener('securitypolicyviolation', (event) => {
    if (isViolation(event)) onViolation(event);
  });
}

/** Whether the page's policy has blocked a connection to this origin, such as `wss://agent.example.com`. */
export function isBlockedByPolicy({ origin }: URL): boolean {
  return [...blocked].some((uri) => uri === origin || uri.startsWith(`${origin}/`));
}

function onViolation({ effectiveDirective, blockedURI, sample, originalPolicy }: Violation): void {
  if (effectiveDirective === 'connect-src') blocked.add(blockedURI);
  if (effectiveDirective !== 'trusted-types' || !sample.startsWith('lit-html')) return;
  const line = originalPolicy.includes('lit-html')
    ? "trusted-types lit-html 'allow-duplicates' (this page has a Lit of its own)"
    : 'trusted-types lit-html';
  hint(`The Content-Security-Policy blocks the renderer. Add to it: ${line}`);
}

function isViolation(event: Event): event is Event & Violation {
  return 'originalPolicy' in event;
}
