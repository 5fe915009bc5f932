import { isObject, type JsonObject } from '../../../shared/json.ts';
import { jsonOf } from '../content.ts';
import type { ViewedResult } from '../view.ts';
import { failureSentence } from './failures.ts';
import { keysOf } from './plan.ts';
import { deviceWords, enumerate, placeWords, plain, shorten, statusWords } from './values.ts';

/** One result as a sentence for a person. */
export function sentenceFor(result: ViewedResult, about?: string): string {
  const error = result.response['error'];
  const output = result.response['output'];
  if (error !== undefined) return failureSentence(result.name, error);
  const value = jsonOf(output);
  const words = isObject(value) ? builtinSentence(result, value, about) : undefined;
  return words ?? pageSentence(result.name, output);
}

function builtinSentence(result: ViewedResult, value: JsonObject, about: string | undefined): string | undefined {
  switch (result.name) {
    case 'geolocation_get':
      return typeof value['saved_as'] === 'string'
        ? `${placeWords(value)} I remembered it as ${value['saved_as']}.`
        : placeWords(value);
    case 'memory_put':
      return rememberedSentence(result, value);
    case 'memory_get':
      return recalledSentence(result, value);
    case 'memory_list':
      return listedSentence(result);
    case 'memory_delete':
      return value['deleted'] === true ? `I forgot ${nameOf(result)}.` : `I have nothing under ${nameOf(result)}.`;
    case 'clipboard_read':
      return value['text']
        ? `Your clipboard says: ${shorten(String(value['text']))}`
        : 'There is no text on your clipboard.';
    case 'clipboard_write':
      return 'I copied it to your clipboard.';
    case 'device_context':
      return deviceWords(value, about);
    case 'device_status':
      return statusWords(value, about);
    case 'speak':
      return value['complete'] === false ? 'I began to read it aloud, and was interrupted.' : 'I read it aloud.';
    default:
      return undefined;
  }
}

function rememberedSentence(result: ViewedResult, value: JsonObject): string {
  const stored = result.args['value'];
  const what =
    typeof stored === 'string' && stored.length <= 80
      ? `${nameOf(result)}: ${stored}`
      : `it as ${String(result.args['key'])}`;
  const until =
    value['persisted'] === false ? ' It lasts until you close this page, because the browser keeps nothing.' : '';
  return `I remembered ${what}.${until}`;
}

function recalledSentence(result: ViewedResult, value: JsonObject): string {
  if (value['found'] !== true) return `I remember nothing under ${nameOf(result)}.`;
  const stored = value['value'] ?? null;
  if (isObject(stored) && 'latitude' in stored) return placeWords(stored).replace('You are', 'You were');
  return `Your ${nameOf(result)}: ${plain(stored)}.`.replace(/([.!?])\.$/, '$1');
}

function listedSentence(result: ViewedResult): string {
  const keys = keysOf(result);
  return keys.length === 0
    ? 'I remember nothing yet.'
    : `I remember: ${enumerate(keys.map((key) => key.replaceAll('_', ' ')))}.`;
}

function nameOf(result: ViewedResult): string {
  return String(result.args['key'] ?? 'it').replaceAll('_', ' ');
}

function pageSentence(name: string, output: unknown): string {
  if (output === undefined || output === null || output === true) return `Done: ${name}.`;
  return `${name} says: ${plain(jsonOf(output))}.`.replace(/([.!?…])\.$/, '$1');
}
