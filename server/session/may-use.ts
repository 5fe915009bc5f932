import type { Visitor } from '../policy/visitor.ts';
import type { SessionOptions } from './session-options.ts';

/** Whether a tool is within the bounds of the server and of whoever is there when it is asked. */
export function mayUseOf(
  { ceiling }: Pick<SessionOptions, 'ceiling'>,
  visitor: () => Visitor,
): (tool: string) => boolean {
  return (tool) => visitor().mayUse(tool) && (ceiling?.allows(tool) ?? true);
}
