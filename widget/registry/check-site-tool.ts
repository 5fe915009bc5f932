import { isObject } from '../../shared/json.ts';
import { fixedLimits } from '../../shared/limits.ts';
import { isToolName, toolNameRule } from '../../shared/tool-name.ts';
import { builtinNames } from '../../shared/tools/names.ts';
import type { SiteTool } from './site-tool.ts';

const maxDescriptionChars = 2_000;
const reserved: readonly string[] = builtinNames;
const sinks: readonly unknown[] = ['none', 'local', 'page', 'egress'];
const grants: readonly unknown[] = ['once', 'session', 'always'];
const feedbacks: readonly unknown[] = ['full', 'none'];
const hints = ['readOnlyHint', 'untrustedContentHint', 'consequentialHint'];

/** The names that a page's tools have already. */
interface TakenNames {
  readonly size: number;
  has(name: string): boolean;
}

/** @throws TypeError that names the tool, the field, and how to mend it. */
export function checkSiteTool(tool: SiteTool, taken: TakenNames): void {
  const problem = isObject(tool)
    ? (findProblem(tool) ?? findClash(tool.name, taken))
    : 'a tool is an object with name, description and execute.';
  if (problem) throw new TypeError(`registerTool: ${problem}`);
}

function findProblem(tool: Readonly<Record<string, unknown>>): string | undefined {
  const { name, title, description, execute, annotations, ask, trusted, sink } = tool;
  if (typeof name !== 'string' || !isToolName(name)) return `name: ${JSON.stringify(name)} is no name. ${toolNameRule}`;
  const where = `"${name}"`;
  if (reserved.includes(name)) return `${where}: name: a built-in tool has this name. Choose another.`;
  if (typeof description !== 'string' || description.trim() === '') {
    return `${where}: description: missing. Say in a sentence what the tool does; the model reads it.`;
  }
  if (description.length > maxDescriptionChars) {
    return `${where}: description: longer than ${maxDescriptionChars} characters. Shorten it.`;
  }
  if (typeof execute !== 'function') return `${where}: execute: missing. Give the function that does it.`;
  if (!isOptional(title, 'string')) return `${where}: title: must be a text.`;
  if (!isOptional(ask, 'boolean')) return `${where}: ask: must be true or false.`;
  if (!isOptional(trusted, 'boolean')) return `${where}: trusted: must be true or false.`;
  if (sink !== undefined && !sinks.includes(sink)) return `${where}: sink: must be one of ${sinks.join(', ')}.`;
  return findPolicyProblem(tool, where) ?? findHintProblem(annotations, where);
}

function findPolicyProblem(tool: Readonly<Record<string, unknown>>, where: string): string | undefined {
  const { grant, editable, feedback } = tool;
  if (grant !== undefined && !grants.includes(grant)) return `${where}: grant: must be one of ${grants.join(', ')}.`;
  if (feedback !== undefined && !feedbacks.includes(feedback)) return `${where}: feedback: must be full or none.`;
  if (editable === undefined || isNames(editable)) return undefined;
  return `${where}: editable: must be a list of names of arguments.`;
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function findClash(name: string, taken: TakenNames): string | undefined {
  if (taken.has(name)) return `"${name}": a tool of this name is there already. Remove it first.`;
  if (taken.size < fixedLimits.maxPageTools) return undefined;
  return `"${name}": a page may have ${fixedLimits.maxPageTools} tools at most.`;
}

function findHintProblem(annotations: unknown, where: string): string | undefined {
  if (annotations === undefined || annotations === null) return undefined;
  if (!isObject(annotations)) return `${where}: annotations: must be an object.`;
  const wrong = hints.find((hint) => !isOptional(annotations[hint], 'boolean'));
  return wrong && `${where}: annotations.${wrong}: must be true or false.`;
}

function isOptional(value: unknown, type: 'string' | 'boolean'): boolean {
  return value === undefined || typeof value === type;
}
