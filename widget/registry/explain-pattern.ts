import { nearest } from './nearest.ts';

/** What to say of a pattern that means no tool; undefined when it may mean one that is still to come. */
export function explainPattern(attribute: string, pattern: string, known: readonly string[]): string | undefined {
  const meant = nearest(pattern, known);
  const problem = `${attribute}="${pattern}": there is no tool of that name.`;
  if (meant) return `${problem} Did you mean "${meant}"?`;
  // The site's own tools may be registered at any time, and may be asked about or denied before that.
  return attribute === 'tools' ? `${problem} There are: ${known.join(' ')}.` : undefined;
}
