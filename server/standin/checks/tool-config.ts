import { Refusal } from '../refusal.ts';
import { checkFields } from './fields.ts';
import { statesOf } from './json-schema.ts';
import type { DeclaredTool } from './tools.ts';

/** What a grammar over all tools may weigh. Reports: 15 KB of schemas are served with ANY, 49 KB are not. */
const maxStates = 48_000;

export interface CallingMode {
  readonly mode: 'AUTO' | 'ANY' | 'NONE' | 'VALIDATED';
  /** The tools that may be called in this round. */
  readonly allowed: readonly DeclaredTool[];
}

export function checkToolConfig(value: unknown, declared: readonly DeclaredTool[]): CallingMode {
  const config = value === undefined ? {} : checkFields(value, 'toolConfig', 'tool_config');
  const path = 'tool_config.function_calling_config';
  const calling = config['functionCallingConfig'];
  const { mode = 'AUTO', allowedFunctionNames: names } =
    calling === undefined ? {} : checkFields(calling, 'functionCallingConfig', path);
  if (mode !== 'AUTO' && mode !== 'ANY' && mode !== 'NONE' && mode !== 'VALIDATED') {
    throw invalid(
      `Invalid value at '${path}.mode' (type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), "${String(mode)}"`,
    );
  }
  if (names === undefined) return { mode, allowed: mode === 'NONE' ? [] : declared };
  if (mode !== 'ANY' && mode !== 'VALIDATED') {
    throw invalid(
      `Invalid value at '${path}': allowed_function_names should only be set when the function calling mode is ANY or VALIDATED.`,
    );
  }
  return { mode, allowed: allowedOf(names, declared, `${path}.allowed_function_names`) };
}

/** @throws Refusal when calls are forced into schemas that are too many or too rich for that */
export function checkStates({ mode, allowed }: CallingMode): void {
  if (mode !== 'ANY' && mode !== 'VALIDATED') return;
  const states = allowed.reduce((sum, { parameters }) => sum + statesOf(parameters), 0);
  if (states <= maxStates) return;
  throw new Refusal(
    'json-schema',
    'tools: The specified schema produces a constraint that has too many states for serving. Typical causes of this error are schemas with lots of text (for example, very long property or enum names), schemas with long array length limits (especially when nested), or schemas using complex value matchers (for example, integers or numbers with minimum/maximum bounds or strings with complex formats like date-time)',
  );
}

/** Without a name in it, the list would stand for all of them. */
function allowedOf(names: unknown, declared: readonly DeclaredTool[], path: string): DeclaredTool[] {
  if (!Array.isArray(names) || names.length === 0) {
    throw invalid(`Invalid value at '${path}': it has to be a list of names.`);
  }
  return names.map((name) => {
    const tool = declared.find((each) => each.name === name);
    if (!tool) throw invalid(`Invalid value at '${path}': '${String(name)}' is not declared.`);
    return tool;
  });
}

function invalid(message: string): Refusal {
  return new Refusal('calling-mode', message);
}
