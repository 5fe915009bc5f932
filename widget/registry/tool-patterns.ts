/** What a page without a `tools` attribute gets: nothing that reads or sends what a person would mind. */
export const lowRiskTools = 'device_context device_status memory_* speak';

/** A list of names and patterns such as `memory_*`, written as an attribute. */
export function parsePatterns(attribute: string): readonly string[] {
  return attribute.split(/[\s,]+/).filter((pattern) => pattern !== '');
}

export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}

/** The patterns that mean none of these tools. */
export function unknownPatterns(patterns: readonly string[], known: readonly string[]): readonly string[] {
  return patterns.filter((pattern) => !known.some((name) => matchesAny([pattern], name)));
}
