import type { ErrorCode } from '../../shared/errors.ts';
import type { PageTool, ToolResult } from '../../shared/protocol.ts';
import { cleanTaint, joinTaint, taintOf, type Taint } from '../../shared/taint.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import type { Offer, SessionEvent } from './event.ts';
import type { ServerToolOffer } from './server-tool.ts';

/** What a tool's results are to a conversation. */
export interface Source {
  /** Brought in by each result that the model sees. */
  readonly taint: Taint;
  /** Brought in when it fails in words of its own. */
  readonly ofFailure: Taint;
  /** The model is told only that it was done, and so nothing comes in. */
  readonly isSilent: boolean;
}

type Declared = Parameters<typeof taintOf>[0] & { readonly feedback?: 'full' | 'none' };

function sourceFrom(tool: Declared): Source {
  const isSilent = tool.feedback === 'none';
  const taint = isSilent ? cleanTaint : taintOf(tool);
  // One object for nothing: most results bring nothing, and that is seen without looking into it.
  return {
    taint: taint.untrusted.length + taint.sensitive.length === 0 ? cleanTaint : taint,
    ofFailure: cleanTaint,
    isSilent,
  };
}

/** One that is not ours words its own failures, and they reach the model even where its results do not. */
function foreignSource(tool: Declared): Source {
  const ofFailure = tool.trusted ? cleanTaint : { untrusted: [tool.name], sensitive: [] };
  return { ...sourceFrom(tool), ofFailure };
}

const ofBuiltins: ReadonlyMap<string, Source> = new Map(builtinTools.map((tool) => [tool.name, sourceFrom(tool)]));
const ofOthers = new WeakMap<PageTool | ServerToolOffer, Source>();

/** By the offer that a turn is pinned to. Without making all of the offer's tools: a long log is read with this. */
export function sourceOf({ pageTools, serverTools }: Offer, name: string): Source {
  const builtin = ofBuiltins.get(name);
  if (builtin) return builtin;
  const tool = pageTools.find((one) => one.name === name) ?? serverTools?.find((one) => one.name === name);
  // One that the offer does not hold can be anybody's.
  if (!tool) return foreignSource({ name: name.slice(0, 64), trusted: false, reads: 'personal' });
  const known = ofOthers.get(tool);
  if (known) return known;
  const source = foreignSource('reads' in tool ? tool : ofPage(tool));
  ofOthers.set(tool, source);
  return source;
}

/** Nobody knows what a site's own tool tells of the person: the cautious thing, as in the page. */
function ofPage({ name, trusted, feedback }: PageTool): Declared {
  return { name, trusted: trusted === true, reads: 'personal', ...(feedback && { feedback }) };
}

/** Failures that only we report, in words of ours. */
export const ourFailures: ReadonlySet<ErrorCode> = new Set([
  ...(['user_declined', 'policy_denied', 'policy_blocked', 'rate_limited', 'cancelled', 'timeout'] as const),
  ...(['disconnected', 'unknown_outcome', 'unknown_tool'] as const),
]);

/** What a result brings in: what its tool does, and what is known of this one. */
export function taintOfResult(source: Source, result: ToolResult, extra: Taint | undefined): Taint {
  const brought = result.ok ? source.taint : ourFailures.has(result.error.code) ? cleanTaint : source.ofFailure;
  return extra ? joinTaint(brought, extra) : brought;
}

const describedByPage: Taint = { untrusted: ['page_tools'], sensitive: [] };

/** What a turn has read when it begins: words that the person did not type, and what a page says of its tools. */
export function taintOfMessage({ origin }: Extract<SessionEvent, { type: 'user' }>, { pageTools }: Offer): Taint {
  const described = pageTools.some(({ trusted }) => trusted !== true) ? describedByPage : cleanTaint;
  return origin === undefined ? described : joinTaint(described, { untrusted: [origin], sensitive: [] });
}
