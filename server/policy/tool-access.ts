import { AgentError } from '../../shared/errors.ts';
import { byteLength } from '../../shared/json.ts';
import { fixedLimits } from '../../shared/limits.ts';
import type { PageTool } from '../../shared/protocol.ts';
import { isToolName } from '../../shared/tool-name.ts';
import { builtinTools } from '../../shared/tools/index.ts';

/** What a page says that it can run. */
export interface ClaimedTools {
  readonly builtins: readonly string[];
  readonly pageTools: readonly PageTool[];
}

const builtinNames: ReadonlySet<string> = new Set(builtinTools.map(({ name }) => name));

/**
 * What of a page's claim the model may be offered. Built-in tools that this server does not know
 * are left out: the page may be newer.
 *
 * @param mayUse the visitor's own bounds: what is beyond them is left out, too.
 * @param ownNames of the tools that run on this server
 *
 * @throws AgentError `bad_message` for page tools that no honest page sends.
 */
export function grantTools(
  { builtins, pageTools }: ClaimedTools,
  mayUse: (tool: string) => boolean,
  ownNames?: ReadonlySet<string>,
): ClaimedTools {
  const names = new Set<string>();
  for (const { name } of pageTools) {
    if (!isToolName(name)) throw refused(`"${name}" is not a name that a model can call`);
    if (builtinNames.has(name)) throw refused(`"${name}" is the name of a built-in tool`);
    if (ownNames?.has(name)) throw refused(`"${name}" is the name of a tool of the server's`);
    if (names.has(name)) throw refused(`"${name}" is there twice`);
    names.add(name);
  }
  if (pageTools.length > 0 && byteLength(JSON.stringify(pageTools)) > fixedLimits.maxPageToolBytes) {
    throw refused(`together they are larger than ${fixedLimits.maxPageToolBytes} bytes`);
  }
  return {
    builtins: builtins.filter((name) => builtinNames.has(name) && mayUse(name)),
    pageTools: pageTools.filter(({ name }) => mayUse(name)),
  };
}

/** Also a close frame's reason, which holds 123 bytes: plain ASCII, so that characters are bytes. */
function refused(why: string): AgentError {
  return new AgentError('bad_message', `pageTools: ${why}`.replaceAll(/[^ -~]/g, '?').slice(0, 120));
}
