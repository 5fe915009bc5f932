import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { jsonOf } from '../content.ts';
import type { ViewedResult } from '../view.ts';
import type { Intent } from './intent.ts';
import { deviceWords, placeWords, plain, statusWords } from './values.ts';

/** What "it" means: as something to store, and as words to copy or to read aloud. */
export interface Subject {
  readonly key: string;
  readonly value: JsonValue;
  readonly text: string;
  readonly spoken: string;
}

/** A subject that is known before anything has run. */
export function knownSubject(intent: Intent): Subject | undefined {
  if (intent.kind === 'fact') return words(intent.key, intent.value);
  if (intent.kind !== 'call') return undefined;
  const text = intent.args['text'];
  const value = intent.args['value'];
  if (typeof text === 'string') return words('note', text);
  return intent.tool === 'memory_put' && value !== undefined
    ? subjectOfValue(String(intent.args['key']), value)
    : undefined;
}

/** What a call found out; undefined when it failed or found nothing. */
export function subjectOf(result: ViewedResult, about?: string): Subject | undefined {
  const output = result.response['output'];
  if (output === undefined || output === null) return undefined;
  const value = jsonOf(output);
  if (!isObject(value)) return subjectOfValue(result.name, value);
  return byTool(result, value, about);
}

function byTool(result: ViewedResult, value: JsonObject, about: string | undefined): Subject | undefined {
  const { latitude, longitude, accuracy_m: accuracy } = value;
  switch (result.name) {
    case 'geolocation_get': {
      const place = { latitude: latitude ?? null, longitude: longitude ?? null, accuracy_m: accuracy ?? null };
      return {
        key: 'user_location',
        value: place,
        text: `${plain(place.latitude)}, ${plain(place.longitude)}`,
        spoken: placeWords(value),
      };
    }
    case 'memory_get':
      return value['found'] === true ? subjectOfValue(String(result.args['key']), value['value'] ?? null) : undefined;
    case 'clipboard_read':
      return words('copied_text', String(value['text'] ?? ''));
    case 'device_context':
      return words(`device_${about ?? 'all'}`, deviceWords(value, about));
    case 'device_status':
      return words(`device_${about ?? 'status'}`, statusWords(value, about));
    case 'memory_put':
    case 'memory_delete':
    case 'clipboard_write':
    case 'speak':
      return undefined;
    default:
      return subjectOfValue(result.name, value);
  }
}

function subjectOfValue(key: string, value: JsonValue): Subject {
  return { key, value, text: plain(value), spoken: plain(value) };
}

function words(key: string, text: string): Subject {
  return { key, value: text, text, spoken: text };
}

/** Words of the rehearsal's own, when nothing else was found out. */
export function subjectOfAnswer(answer: string): Subject | undefined {
  return answer === '' ? undefined : words('note', answer);
}
