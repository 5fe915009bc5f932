import type { ToolDefinition } from '../../shared/tool.ts';

/** What may happen to a call, and why. */
export type Verdict =
  | { readonly outcome: 'allow' }
  | { readonly outcome: 'ask'; readonly kind: 'consent' | 'gesture' }
  | { readonly outcome: 'deny'; readonly reason: string };

/** What the site says about tools, by name. */
export interface SiteRules {
  readonly asks: (name: string) => boolean;
  readonly denies: (name: string) => boolean;
}

/**
 * The most restrictive voice wins: the site's denial, then anyone's wish to ask.
 * A tool that may run but needs a click of the person's asks for that click when there is none.
 */
export function decide(
  tool: Pick<ToolDefinition, 'name' | 'ask' | 'gesture'>,
  rules: SiteRules,
  hasGesture: boolean,
): Verdict {
  if (rules.denies(tool.name)) return { outcome: 'deny', reason: 'This site does not allow this tool.' };
  if (tool.ask || rules.asks(tool.name)) return { outcome: 'ask', kind: 'consent' };
  if (tool.gesture && !hasGesture) return { outcome: 'ask', kind: 'gesture' };
  return { outcome: 'allow' };
}
