import { isObject } from '../../shared/json.ts';
import { bounded, startTimer, type StartTimer } from './bounded.ts';

/** How long the browser may take to find its battery. */
const batteryMs = 1_000;

export function describeDevice(now: Date) {
  return {
    locale: navigator.language || 'en',
    languages: [...navigator.languages].slice(0, 10),
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    utc_offset_min: utcOffset(now),
    local_time: localTime(now),
    screen: { width: screen.width, height: screen.height, pixel_ratio: window.devicePixelRatio },
    viewport: { width: window.innerWidth, height: window.innerHeight },
    color_scheme: matches('(prefers-color-scheme: dark)') ? ('dark' as const) : ('light' as const),
    reduced_motion: matches('(prefers-reduced-motion: reduce)'),
    more_contrast: matches('(prefers-contrast: more)'),
    touch: navigator.maxTouchPoints > 0,
  };
}

function matches(query: string): boolean {
  return window.matchMedia(query).matches;
}

/** Minutes east of UTC. */
function utcOffset(now: Date): number {
  // Zero and not minus zero, which JSON would change.
  return 0 - now.getTimezoneOffset();
}

/** ISO 8601 with the offset of the person's own time zone. */
function localTime(now: Date): string {
  const offset = utcOffset(now);
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Null where the browser has no battery to tell of, or does not tell. */
export async function readBattery(source: object, timer: StartTimer = startTimer) {
  const battery = await askBattery(source, timer);
  const level = isObject(battery) ? finite(battery['level']) : null;
  if (!isObject(battery) || level === null) return null;
  const charging = battery['charging'] === true;
  const chargingTime = finite(battery['chargingTime']);
  const dischargingTime = finite(battery['dischargingTime']);
  return {
    level,
    charging,
    charging_time_s: chargingTime,
    discharging_time_s: dischargingTime,
    // The values that the standard prescribes for an unknown battery.
    reliable: !(charging && level === 1 && chargingTime === 0 && dischargingTime === null),
  };
}

async function askBattery(source: object, timer: StartTimer): Promise<unknown> {
  try {
    const getBattery: unknown = Reflect.get(source, 'getBattery');
    if (typeof getBattery !== 'function') return undefined;
    const asked: Promise<unknown> = Promise.resolve(Reflect.apply(getBattery, source, []));
    return await bounded(asked, { ms: batteryMs, late: 'The battery did not answer.', startTimer: timer });
  } catch {
    return undefined;
  }
}

/** What is missing is null: some browsers have the object and not the fields. */
export function readNetwork(source: { readonly onLine: boolean }) {
  const connection: unknown = Reflect.get(source, 'connection');
  const fields = isObject(connection) ? connection : {};
  const { effectiveType, downlink, rtt, saveData } = fields;
  return {
    online: source.onLine,
    effective_type: typeof effectiveType === 'string' ? effectiveType : null,
    downlink_mbps: finite(downlink),
    rtt_ms: finite(rtt),
    save_data: typeof saveData === 'boolean' ? saveData : null,
  };
}

/** JSON has no Infinity and no NaN. */
function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
