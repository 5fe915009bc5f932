import { bounded, startTimer, type StartTimer } from './bounded.ts';

declare global {
  interface Permissions {
    /** Names that not every browser knows: those that don't reject with a TypeError. */
    query(descriptor: { name: string }): Promise<PermissionStatus>;
  }
}

const queryMs = 1_000;

/** What the browser would answer by itself; undefined where it does not say. */
export async function permissionState(
  name: string | undefined,
  timer: StartTimer = startTimer,
): Promise<PermissionState | undefined> {
  if (!name) return undefined;
  try {
    const asked = navigator.permissions.query({ name });
    const status = await bounded(asked, { ms: queryMs, late: 'No answer.', startTimer: timer });
    return status.state;
  } catch {
    return undefined;
  }
}

/**
 * True when the page, or the frame around it, has given the feature away. Only Chromium tells;
 * elsewhere a frame of another origin that is denied outright was never given it.
 */
export function isBlockedByPolicy(feature: string, state: PermissionState | undefined): boolean {
  const isAllowed = asksPolicy(feature);
  return isAllowed === undefined ? state === 'denied' && isInForeignFrame() : !isAllowed;
}

export function isInForeignFrame(): boolean {
  try {
    return window.top?.location.origin !== window.location.origin;
  } catch {
    return true;
  }
}

interface FeaturePolicy {
  features(): readonly string[];
  allowsFeature(feature: string): boolean;
}

function asksPolicy(feature: string): boolean | undefined {
  const policy: FeaturePolicy | undefined = Reflect.get(document, 'featurePolicy');
  // It also answers no for a feature that it has never heard of.
  return policy?.features().includes(feature) ? policy.allowsFeature(feature) : undefined;
}
