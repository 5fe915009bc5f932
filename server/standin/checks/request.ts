import { isObject } from '../../../shared/json.ts';
import type { Content } from '../content.ts';
import { digestOf, type Signing } from '../signatures.ts';
import type { Warn } from './catalogue.ts';
import { checkContent, checkContents, type ContentRules } from './contents.ts';
import { checkFields } from './fields.ts';
import { checkGenerationConfig } from './generation-config.ts';
import { checkIds } from './ids.ts';
import { checkSignatures, noteLostSignatures } from './signed-turn.ts';
import { checkStates, checkToolConfig, type CallingMode } from './tool-config.ts';
import { checkTools, noteUndeclaredCalls, type DeclaredTool } from './tools.ts';
import { checkTurns } from './turns.ts';

export interface CheckRules extends ContentRules {
  readonly secret: string;
}

/** A request that passed every check. */
export interface CheckedRequest {
  readonly contents: readonly Content[];
  readonly system: Content | undefined;
  readonly tools: readonly DeclaredTool[];
  readonly calling: CallingMode;
  readonly includeThoughts: boolean;
  /** What its answer is to be signed with. */
  readonly signing: Signing;
  /** True when the API would answer with nothing instead of refusing. */
  readonly isSilent: boolean;
  /** Where an answer in several pieces goes on. */
  readonly continuationToken: string | undefined;
}

/** @throws Refusal with the first reason why the real API would refuse this body */
export function checkRequest(body: unknown, model: string, rules: CheckRules, warn: Warn): CheckedRequest {
  const { profile, secret } = rules;
  const request = checkFields(body, 'request', 'request');
  const contents = checkContents(request['contents'], rules);
  const tools = checkTools(request['tools']);
  const calling = checkToolConfig(request['toolConfig'], tools);
  checkStates(calling);
  const includeThoughts = checkGenerationConfig(request['generationConfig'], profile, warn);
  const system = systemOf(request['systemInstruction'], rules);
  const signing = { secret, model, toolsDigest: digestOf([JSON.stringify(tools)]) };
  const steps = checkTurns(contents, profile);
  const isSilent = checkIds(steps, profile, warn);
  if (profile.needsSignatures) checkSignatures(steps, signing, warn);
  noteLostSignatures(steps, warn);
  noteUndeclaredCalls(steps, tools, warn);
  const token = request['continuationToken'];
  const continuationToken = typeof token === 'string' ? token : undefined;
  return { contents: steps, system, tools, calling, includeThoughts, signing, isSilent, continuationToken };
}

/** What can be counted need not be a conversation yet. */
export function checkCount(body: unknown, rules: CheckRules): void {
  const { contents, generateContentRequest: whole } = checkFields(body, 'countTokens', 'request');
  const counted =
    whole === undefined ? contents : checkFields(whole, 'request', 'generate_content_request')['contents'];
  checkContents(counted, rules);
}

function systemOf(instruction: unknown, rules: CheckRules): Content | undefined {
  if (instruction === undefined) return undefined;
  // Its role is optional and without meaning.
  const content = isObject(instruction) ? { ...instruction, role: 'user' } : instruction;
  return checkContent(content, 'system_instruction', rules);
}
