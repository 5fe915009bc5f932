import type { CallItem, CallState } from '../conversation/items.ts';
import type { ToolWords } from '../strings/en.ts';
import { errorWords, words } from '../strings/words.ts';

/** What a chip says. */
export interface CallWords {
  readonly label: string;
  readonly state: string;
  /** True when the label's tense already tells the state. */
  readonly tellsState: boolean;
}

/** The name of a tool for people; a built-in has a phrase, a site's tool its title. */
export function nameTool(tool: string, title: string | undefined): string {
  return builtinWords(tool)?.ask ?? title ?? sentenceCase(tool);
}

export function describeCall(item: CallItem, title: string | undefined): CallWords {
  const known = builtinWords(item.tool);
  const { phase } = item.state;
  const state = describeState(item.state);
  if (known && phase === 'done') return { label: known.done, state, tellsState: true };
  if (known && phase === 'running') {
    return { label: known.running, state, tellsState: item.state.progress === undefined };
  }
  return { label: nameTool(item.tool, title), state, tellsState: false };
}

function describeState(state: CallState): string {
  if (state.phase === 'failed') return errorWords(state.error.code);
  if (state.phase !== 'running' || state.progress === undefined) return words.phases[state.phase];
  return typeof state.progress === 'number' ? words.percent(state.progress) : state.progress;
}

export function builtinWords(tool: string): ToolWords | undefined {
  const table: Readonly<Record<string, ToolWords>> = words.tools;
  return Object.hasOwn(table, tool) ? table[tool] : undefined;
}

/** An identifier as words. */
export function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}

function sentenceCase(name: string): string {
  const text = spaced(name);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
