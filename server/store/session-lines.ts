import { isObject } from '../../shared/json.ts';
import type { Stored } from './session-store.ts';

/** What the lines of a session's file say. */
export interface SessionLines<Event> {
  readonly session: string;
  readonly epoch: number;
  readonly owner: string;
  readonly keys: readonly string[];
  readonly events: readonly Stored<Event>[];
  /** How many bytes of the file are whole lines that make sense. */
  readonly bytes: number;
}

type Line<Event> =
  | { readonly session: string }
  | { readonly epoch: number; readonly owner: string }
  | { readonly key: string; readonly event: Event };

/** A line of a session's file, with its end. The first names the session, each acquisition adds an epoch, each append an event. */
export function formatLine<Event>(line: Line<Event>): string {
  return `${JSON.stringify(line)}\n`;
}

/** An event's id is its place among the events. */
export function eventId(place: number): string {
  return String(place);
}

/** Reads up to the first line that is torn or makes no sense. Undefined when not even the session's name is there. */
export function parseLines<Event>(file: Buffer): SessionLines<Event> | undefined {
  const keys: string[] = [];
  const events: Stored<Event>[] = [];
  let session: string | undefined;
  let [epoch, owner, bytes] = [0, '', 0];
  for (let end = file.indexOf(newline); end >= 0; end = file.indexOf(newline, bytes)) {
    const line = parseLine<Event>(file.toString('utf8', bytes, end));
    if (!line || 'session' in line !== (bytes === 0)) break;
    if ('session' in line) session = line.session;
    else if ('epoch' in line) [epoch, owner] = [line.epoch, line.owner];
    else {
      keys.push(line.key);
      events.push({ id: eventId(keys.length), event: line.event });
    }
    bytes = end + 1;
  }
  return session === undefined ? undefined : { session, epoch, owner, keys, events, bytes };
}

const newline = 0x0a;

function parseLine<Event>(text: string): Line<Event> | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return isLine<Event>(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** Events come back as they were written; what they mean is for whoever wrote them. */
function isLine<Event>(value: unknown): value is Line<Event> {
  if (!isObject(value)) return false;
  if (typeof value['session'] === 'string') return true;
  if (typeof value['epoch'] === 'number') return typeof value['owner'] === 'string';
  return typeof value['key'] === 'string' && 'event' in value;
}
