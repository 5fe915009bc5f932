import type { Offer } from '../loop/event.ts';
import { grantTools, type ClaimedTools } from '../policy/tool-access.ts';
import type { Visitor } from '../policy/visitor.ts';
import { mayUseOf } from './may-use.ts';
import type { SessionOptions } from './session-options.ts';

/**
 * What the model may be offered: of the page's claim, and of the server's own tools, what is within the bounds.
 *
 * @throws AgentError `bad_message` for page tools that no honest page sends.
 */
export function offerOf(
  claim: ClaimedTools,
  visitor: Visitor,
  options: Pick<SessionOptions, 'serverTools' | 'ceiling'>,
): Offer {
  const { serverTools } = options;
  const mayUse = mayUseOf(options, () => visitor);
  const offer = grantTools(claim, mayUse, serverTools?.names);
  const own = serverTools?.offersFor(mayUse) ?? [];
  return own.length === 0 ? offer : { ...offer, serverTools: own };
}
