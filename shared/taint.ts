import type { ToolDefinition } from './tool.ts';

/** What a conversation has read that may steer the model, and what it has read that may leak. Empty is clean. */
export interface Taint {
  /** Names of sources that may hold words of a stranger: a tool, or `pasted`, `script`, `page_tools`, `memory`. */
  readonly untrusted: readonly string[];
  /** Names of the tools that told something of the person. */
  readonly sensitive: readonly string[];
}

/** More sources than this make nothing worse. */
export const maxTaintSources = 8;

export const cleanTaint: Taint = { untrusted: [], sensitive: [] };

/** What one or the other has read. Gives the first itself when the second brings nothing new. */
export function joinTaint(one: Taint, other: Taint): Taint {
  const untrusted = joinSources(one.untrusted, other.untrusted);
  const sensitive = joinSources(one.sensitive, other.sensitive);
  return untrusted === one.untrusted && sensitive === one.sensitive ? one : { untrusted, sensitive };
}

/** What a result of this tool brings in; `extra` is what is known of this one result beyond its tool. */
export function taintOf(
  { name, trusted, reads }: Pick<ToolDefinition, 'name' | 'trusted' | 'reads'>,
  extra = cleanTaint,
): Taint {
  const isSensitive = reads === 'personal' || reads === 'secret';
  return joinTaint({ untrusted: trusted ? [] : [name], sensitive: isSensitive ? [name] : [] }, extra);
}

function joinSources(one: readonly string[], other: readonly string[]): readonly string[] {
  const added = other.filter((source, at) => !one.includes(source) && other.indexOf(source) === at);
  return added.length === 0 || one.length >= maxTaintSources ? one : [...one, ...added].slice(0, maxTaintSources);
}
