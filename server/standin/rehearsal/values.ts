import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';

const maxChars = 400;

/** A JSON value as words in a sentence: short, without brackets. */
export function plain(value: JsonValue, depth = 0): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return shorten(String(value));
  if (isList(value)) return shorten(listed(value, depth));
  const fields = Object.entries<JsonValue>(value).filter(([, child]) => child !== null);
  if (fields.length === 0) return 'nothing';
  return shorten(fields.map(([key, child]) => `${key.replaceAll('_', ' ')} ${plain(child, depth + 1)}`).join(', '));
}

function listed(value: readonly JsonValue[], depth: number): string {
  if (value.length === 0) return 'nothing';
  const shown = value.slice(0, 8).map((child) => plain(child, depth + 1));
  const rest = value.length > shown.length ? [`${value.length - shown.length} more`] : [];
  return [...shown, ...rest].join(depth === 0 ? '; ' : ' and ');
}

function isList(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function shorten(text: string, most = maxChars): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** "a", "a and b", "a, b and c". */
export function enumerate(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

export function placeWords(place: JsonObject): string {
  const { latitude, longitude, accuracy_m: accuracy } = place;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return 'I could not read your place.';
  const within = typeof accuracy === 'number' ? `, accurate to ${distance(accuracy)}` : '';
  return `You are at about ${latitude.toFixed(4)}, ${longitude.toFixed(4)}${within}.`;
}

function distance(metres: number): string {
  if (metres >= 1_000) return `${Math.round(metres / 100) / 10} kilometres`;
  return metres < 1.5 ? 'one metre' : `${Math.round(metres)} metres`;
}

/** The part of `device_context` that was asked for. */
export function deviceWords(context: JsonObject, about: string | undefined): string {
  const parts = {
    time: `It is ${timeWords(String(context['local_time'] ?? 'an unknown time'))}.`,
    zone: `Your time zone is ${String(context['time_zone'] ?? 'unknown')}.`,
    screen: screenWords(context),
    language: `Your browser speaks ${String(context['locale'] ?? 'an unknown language')}.`,
    display: `Your display prefers ${String(context['color_scheme'] ?? 'no')} colours${context['reduced_motion'] === true ? ' and less motion' : ''}.`,
  };
  const { time, zone, screen, language, display } = parts;
  const wanted = about ?? 'all';
  switch (wanted) {
    case 'time':
    case 'zone':
    case 'screen':
    case 'language':
    case 'display':
      return parts[wanted];
    default:
      return [time, zone, screen, language, display].join(' ');
  }
}

function timeWords(iso: string): string {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(iso) ?? [];
  if (date === undefined || time === undefined) return iso;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00Z`),
  );
  return `${time} on ${day}`;
}

function screenWords({ screen }: JsonObject): string {
  if (!isObject(screen)) return 'Your browser does not tell the size of your screen.';
  return `Your screen is ${String(screen['width'])} by ${String(screen['height'])} pixels.`;
}

/** The part of `device_status` that was asked for. */
export function statusWords(status: JsonObject, about: string | undefined): string {
  const battery = batteryWords(status['battery']);
  const network = networkWords(status['network']);
  if (about === 'battery') return battery;
  return about === 'network' ? network : `${battery} ${network}`;
}

function batteryWords(battery: unknown): string {
  if (!isObject(battery) || typeof battery['level'] !== 'number' || battery['reliable'] === false) {
    return 'Your browser does not tell about a battery.';
  }
  const charging = battery['charging'] === true ? ' and charging' : '';
  return `Your battery is at ${Math.round(battery['level'] * 100)} percent${charging}.`;
}

function networkWords(network: unknown): string {
  if (!isObject(network)) return 'Your browser does not tell about the network.';
  if (network['online'] === false) return 'You are offline.';
  const type = network['effective_type'];
  const speed = network['downlink_mbps'];
  const kind = typeof type === 'string' ? `, as fast as ${type}` : '';
  return `You are online${kind}${typeof speed === 'number' ? ` with about ${speed} Mbit/s` : ''}.`;
}
