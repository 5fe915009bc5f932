import type { Taint } from '../../shared/taint.ts';
import type { ServerToolOffer } from './server-tool.ts';

export interface AskTerms {
  readonly tool: ServerToolOffer;
  /** What the conversation has read so far. */
  readonly taint: Taint;
  /** The model did not write the call as it should have. */
  readonly isRepaired: boolean;
  /** The server wants the person asked about this tool, whatever it says of itself. */
  readonly isNamed: boolean;
}

/** Whether the person is asked before a tool runs on the server. The page has no say in it. */
export function mustAsk({ tool, taint, isRepaired, isNamed }: AskTerms): boolean {
  const { ask, readOnly, reads, sink } = tool;
  const isPersonal = reads === 'personal' || reads === 'secret';
  if (ask || isNamed) return true;
  if (isRepaired && (!readOnly || isPersonal)) return true;
  // What the conversation knows of the person would go out with it.
  if (sink === 'egress' && taint.sensitive.length > 0) return true;
  // What a stranger wrote may stand behind the call: nothing goes out or stays behind, and nothing personal comes in.
  return taint.untrusted.length > 0 && (isPersonal || !readOnly || sink === 'egress' || sink === 'page');
}
