import { isObject } from '../../../shared/json.ts';
import type { Content } from '../content.ts';
import type { Profile } from '../profile.ts';
import { checkContent, checkContents } from './contents.ts';
import { checkFields } from './fields.ts';
import { checkIds } from './ids.ts';
import { checkSignatures } from './signed-turn.ts';
import { checkToolConfig, type CallingMode } from './tool-config.ts';
import { checkTools, type DeclaredTool } from './tools.ts';
import { checkTurns } from './turns.ts';

export interface CheckRules {
  readonly profile: Profile;
  readonly secret: string;
  /** Fields of parts beyond those that are known. */
  readonly partFields: readonly string[];
}

/** A request that passed every check. */
export interface CheckedRequest {
  readonly contents: readonly Content[];
  readonly system: Content | undefined;
  readonly tools: readonly DeclaredTool[];
  readonly calling: CallingMode;
  readonly includeThoughts: boolean;
}

/** @throws Refusal with the first reason why the real API would refuse this body */
export function checkRequest(body: unknown, rules: CheckRules): CheckedRequest {
  const request = checkFields(body, 'request', 'request');
  const contents = checkContents(request['contents'], rules.partFields);
  const tools = checkTools(request['tools']);
  const calling = checkToolConfig(request['toolConfig'], tools);
  const includeThoughts = checkGenerationConfig(request['generationConfig']);
  const instruction = request['systemInstruction'];
  checkTurns(contents);
  checkIds(contents, rules.profile);
  if (rules.profile.needsSignatures) checkSignatures(contents, rules.secret);
  return { contents, system: systemOf(instruction), tools, calling, includeThoughts };
}

function systemOf(instruction: unknown): Content | undefined {
  if (instruction === undefined) return undefined;
  // Its role is optional and without meaning.
  return checkContent(isObject(instruction) ? { ...instruction, role: 'user' } : instruction, 'system_instruction', []);
}

function checkGenerationConfig(value: unknown): boolean {
  if (value === undefined) return false;
  const { thinkingConfig } = checkFields(value, 'generationConfig', 'generation_config');
  if (thinkingConfig === undefined) return false;
  const thinking = checkFields(thinkingConfig, 'thinkingConfig', 'generation_config.thinking_config');
  return thinking['includeThoughts'] === true;
}
