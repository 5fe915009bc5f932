import type { ToolDefinition } from '../../shared/tool.ts';

/** What a conversation has read. */
interface Tainted {
  readonly untrusted: boolean;
  readonly sensitive: boolean;
}

/**
 * Why neither a tool's own trust nor a yes from before counts for it any more; empty while they do. After a stranger's
 * words the person is asked again about what leaves, what stays behind, what changes the page, and what tells of
 * them. After something of the person's, about what leaves.
 */
export function lapses(
  { readOnly, reads, sink }: Pick<ToolDefinition, 'readOnly' | 'reads' | 'sink'>,
  { untrusted, sensitive }: Tainted,
): readonly ('untrusted' | 'sensitive')[] {
  const isSensitiveRead = reads === 'personal' || reads === 'secret';
  const isWrite = !readOnly && sink !== 'none';
  const isUntrusted = untrusted && (sink === 'egress' || isWrite || isSensitiveRead);
  const isSensitive = sensitive && sink === 'egress';
  return [...(isUntrusted ? (['untrusted'] as const) : []), ...(isSensitive ? (['sensitive'] as const) : [])];
}
