import { nearest } from './nearest.ts';

/** What a page without a `tools` attribute gets: nothing that reads or sends what a person would mind. */
export const lowRiskTools = 'device_context device_status memory_* speak';

/** A list of names and patterns such as `memory_*`, written as an attribute. */
export function parsePatterns(attribute: string): readonly string[] {
  return attribute.split(/[\s,]+/).filter((pattern) => pattern !== '');
}

export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}

/** The patterns that mean no known tool, each in a sentence with the name that was probably meant. */
export function unknownPatterns(attribute: string, patterns: readonly string[], known: readonly string[]): string[] {
  return patterns
    .filter((pattern) => !known.some((name) => matchesAny([pattern], name)))
    .map((pattern) => {
      const meant = nearest(pattern, known);
      const advice = meant ? `Did you mean "${meant}"?` : `There are: ${known.join(' ')}.`;
      return `${attribute}="${pattern}": there is no tool of that name. ${advice}`;
    });
}
