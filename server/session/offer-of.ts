import { isObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { PageTool } from '../../shared/protocol.ts';
import type { Offer } from '../loop/event.ts';
import { visibleJson, visibleText } from '../loop/visible-text.ts';
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
  const { builtins, pageTools } = grantTools(claim, mayUse, serverTools?.names);
  const offer = { builtins, pageTools: pageTools.map(seen) };
  const own = serverTools?.offersFor(mayUse) ?? [];
  return own.length === 0 ? offer : { ...offer, serverTools: own };
}

/** What a page says of its tools goes to the model, too: nothing in it that a person would not see. */
function seen(tool: PageTool): PageTool {
  const description = visibleText(tool.description);
  const schema: JsonValue = visibleJson(tool.inputSchema);
  const isSame = description === tool.description && schema === tool.inputSchema;
  return isSame || !isFields(schema) ? tool : { ...tool, description, inputSchema: schema };
}

function isFields(value: JsonValue): value is JsonObject {
  return isObject(value);
}
