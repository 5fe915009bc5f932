import { invalidArgument } from '../refusal.ts';
import { checkFields } from './fields.ts';
import type { DeclaredTool } from './tools.ts';

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
    throw invalidArgument(
      `Invalid value at '${path}.mode' (type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), "${String(mode)}"`,
    );
  }
  if (names === undefined) return { mode, allowed: mode === 'NONE' ? [] : declared };
  if (mode !== 'ANY' && mode !== 'VALIDATED') {
    throw invalidArgument(
      'allowed_function_names should only be set when the function calling mode is ANY or VALIDATED.',
    );
  }
  return { mode, allowed: allowedOf(names, declared) };
}

function allowedOf(names: unknown, declared: readonly DeclaredTool[]): DeclaredTool[] {
  if (!Array.isArray(names)) throw invalidArgument('allowed_function_names must be a list.');
  return names.map((name) => {
    const tool = declared.find((each) => each.name === name);
    if (!tool) throw invalidArgument(`allowed_function_names: '${String(name)}' is not declared.`);
    return tool;
  });
}
