import type { JsonValue } from '../../shared/json.ts';
import type { ToolDefinition } from '../../shared/tool.ts';
import type { Ask } from './ask.ts';

/** A call as the site's own function is asked about it. */
export interface PolicyCall {
  readonly call: string;
  readonly tool: string;
  readonly siteTool: boolean;
  /** Frozen: the values that will run. */
  readonly args: JsonValue;
  readonly readOnly: boolean;
  readonly reads: ToolDefinition['reads'];
  readonly sink: ToolDefinition['sink'];
}

/** The site's own word about a call. It can only tighten: undefined leaves things as they are. */
export type Policy = (call: PolicyCall) => 'ask' | 'deny' | undefined;

/** Asked in place of the person, where there is nobody to see a card. */
export type ApprovalHandler = (ask: Ask, options: { readonly signal: AbortSignal }) => Promise<'once' | 'denied'>;

/** What the site's function says. One that fails, or says anything else, denies. */
export function consult(policy: Policy | null | undefined, call: PolicyCall): 'ask' | 'deny' | undefined {
  if (!policy) return undefined;
  try {
    const said: unknown = policy(call);
    return said === undefined || said === null ? undefined : said === 'ask' ? 'ask' : 'deny';
  } catch {
    return 'deny';
  }
}

/** What the handler says. One that fails, or says anything but yes, denies. */
export async function askHandler(handler: ApprovalHandler, ask: Ask, signal: AbortSignal): Promise<'once' | 'denied'> {
  try {
    return (await handler(ask, { signal })) === 'once' ? 'once' : 'denied';
  } catch {
    return 'denied';
  }
}
