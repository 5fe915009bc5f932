/** Whether a tool is one of those that a ticket names: by its name, or by a pattern such as `memory_*`. */
export function toolCeiling(patterns: readonly string[]): (tool: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const beginnings = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (tool) => names.has(tool) || beginnings.some((beginning) => tool.startsWith(beginning));
}

/** What a server says of tools, whoever comes and whatever their page says. */
export interface ServerCeiling {
  readonly allows: (tool: string) => boolean;
  /** Whether the person is to be asked each time. */
  readonly asks: (tool: string) => boolean;
  /** The same for the page, which asks about its own. */
  readonly askPatterns: readonly string[];
}

/**
 * @param allowTools what may be offered; undefined for everything
 * @param askTools what the person is asked about
 */
export function serverCeiling(allowTools: readonly string[] | undefined, askTools: readonly string[]): ServerCeiling {
  return {
    allows: allowTools ? toolCeiling(allowTools) : () => true,
    asks: askTools.length > 0 ? toolCeiling(askTools) : () => false,
    askPatterns: askTools,
  };
}
