import type { JsonValue } from '../../shared/json.ts';
import { words } from '../strings/words.ts';
import { spaced } from './describe-call.ts';

const summaryChars = 60;

/** The arguments in a few words; the drawer has all of them. */
export function summariseArgs(args: JsonValue): string {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return '';
  const entries = Object.entries(args);
  const [only, ...others] = entries;
  const speaksForItself = others.length === 0 && typeof only?.[1] === 'string';
  const said = entries.map(([key, value]) => (speaksForItself ? brief(value) : `${spaced(key)}: ${brief(value)}`));
  const text = said.join(', ').replaceAll(/\s+/g, ' ');
  return text.length > summaryChars ? `${text.slice(0, summaryChars - 1)}…` : text;
}

function brief(value: JsonValue): string {
  if (typeof value === 'string') return value.length > 40 ? `“${value.slice(0, 39)}…”` : `“${value}”`;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return typeof value === 'object' && value !== null ? '…' : String(value);
}
