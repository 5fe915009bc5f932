import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import { isObject, type JsonObject } from '../../shared/json.ts';
import { geolocationGet } from '../../shared/tools/geolocation.ts';
import type { ToolRun } from '../../shared/tool.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { BrowserContext } from '../registry/browser-tool.ts';
import { bounded, type StartTimer } from './bounded.ts';
import { presentMoment, type Capability, type Moment } from './capability.ts';
import { explanations, requireCapability } from './require-capability.ts';

const capability: Capability = {
  deed: 'find out where the person is',
  policy: 'geolocation',
  permission: 'geolocation',
  gesture: false,
};

const fix = {
  /** The browser's own limit, which begins only when the person has answered its prompt. */
  timeoutMs: 30_000,
  /** Ours, for a prompt that nobody answers. It speaks before the call's deadline does. */
  promptMs: geolocationGet.timeoutMs - 5_000,
  /** A fix of the last minute still says where the person is now. */
  maximumAgeMs: 60_000,
} as const;

const memoryKey = 'user_location';

/** @throws AgentError when the browser is known to refuse. */
export function checkPlace(): Promise<void> {
  return requireCapability(capability, navigator.geolocation);
}

/** The body of `geolocation_get`. */
export const findPlace: ToolRun<typeof geolocationGet, BrowserContext> = async (
  { save = false, high_accuracy = false },
  { signal, memory },
) => {
  const { coords, timestamp } = await locate(high_accuracy, signal);
  const place = {
    latitude: coords.latitude,
    longitude: coords.longitude,
    accuracy_m: coords.accuracy,
    at: new Date(timestamp).toISOString(),
  };
  return save ? { ...place, ...(await remember(place, memory)) } : place;
};

/** @throws AgentError: what kept the browser from telling the place. */
export async function locate(
  highAccuracy: boolean,
  signal: AbortSignal,
  startTimer?: StartTimer,
): Promise<GeolocationPosition> {
  const moment = presentMoment();
  const answer = deferred<GeolocationPosition>();
  const late = "Nobody answered the browser's question about the place in time.";
  try {
    // Browsers keep the device to themselves here, each with an error of its own.
    if (!window.isSecureContext) throw new TypeError('This page is not secure.');
    navigator.geolocation.getCurrentPosition(answer.resolve, answer.reject, {
      enableHighAccuracy: highAccuracy,
      timeout: fix.timeoutMs,
      maximumAge: fix.maximumAgeMs,
    });
    return await bounded(answer.promise, { signal, ms: fix.promptMs, late, ...(startTimer && { startTimer }) });
  } catch (error) {
    throw await explainFailure(error, moment);
  }
}

async function explainFailure(error: unknown, moment: Moment): Promise<AgentError> {
  const { explainError, explainRefusal } = await explanations();
  // A GeolocationPositionError is no Error, and its constructor is missing in some browsers: its code is what counts.
  const code: unknown = isObject(error) ? error['code'] : undefined;
  if (code === 1) return explainRefusal(capability, moment, error);
  if (code === 3) return new AgentError('timeout', 'The device did not find its place in time.', { cause: error });
  return explainError(capability, moment, error);
}

async function remember(place: JsonObject, memory: MemoryStore) {
  try {
    const { persisted } = await memory.put(memoryKey, place);
    return { saved_as: memoryKey, persisted };
  } catch (cause) {
    if (!AgentError.is(cause)) throw cause;
    throw new AgentError(cause.code, `The place was found, but not remembered. ${cause.message}`, { cause });
  }
}
