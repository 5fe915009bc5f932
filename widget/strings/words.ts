import type { ErrorCode } from '../../shared/errors.ts';
import { en } from './en.ts';

/** The table in use. Views name this one, never a language. */
export const words = en;

/** What the person reads of an error. */
export function errorWords(code: ErrorCode): string {
  const table: { readonly [Code in ErrorCode]?: string } = words.errors;
  return table[code] ?? words.phases.failed;
}
