import type { Profile } from '../profile.ts';
import { Refusal } from '../refusal.ts';
import type { Warn } from './catalogue.ts';
import { checkFields } from './fields.ts';

const deprecated = ['temperature', 'topP', 'topK'];

/** @returns whether thoughts are to be told */
export function checkGenerationConfig(value: unknown, profile: Profile, warn: Warn): boolean {
  if (value === undefined) return false;
  const config = checkFields(value, 'generationConfig', 'generation_config');
  for (const name of deprecated.filter((each) => config[each] !== undefined)) {
    warn('thinking', `Deprecated and without effect: ${name}`);
  }
  if (config['thinkingConfig'] === undefined) return false;
  const path = 'generation_config.thinking_config';
  const thinking = checkFields(config['thinkingConfig'], 'thinkingConfig', path);
  checkLevel(thinking, profile, path);
  return thinking['includeThoughts'] === true;
}

function checkLevel(thinking: Readonly<Record<string, unknown>>, { levels }: Profile, path: string): void {
  const { thinkingLevel: level, thinkingBudget: budget } = thinking;
  if (level === undefined) return;
  if (levels.length === 0) throw new Refusal('thinking', 'Thinking level is not supported for this model.');
  if (typeof level !== 'string' || !levels.includes(level.toUpperCase())) {
    throw new Refusal('thinking', `Invalid value at '${path}.thinking_level': "${String(level)}" is not supported.`);
  }
  if (budget !== undefined) {
    throw new Refusal('thinking', 'You can only set only one of thinking budget and thinking level.');
  }
}
