/** Whether a tool is one of those that a ticket names: by its name, or by a pattern such as `memory_*`. */
export function toolCeiling(patterns: readonly string[]): (tool: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const beginnings = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (tool) => names.has(tool) || beginnings.some((beginning) => tool.startsWith(beginning));
}
