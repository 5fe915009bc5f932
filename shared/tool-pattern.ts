import { isToolName } from './tool-name.ts';

/** The rule of `isToolPattern` in words. */
export const toolPatternRule = 'names of tools, and patterns that end in * such as memory_*';

/** Whether a text can name tools: one by its name, or all whose names begin alike. */
export function isToolPattern(text: string): boolean {
  if (!text.endsWith('*')) return isToolName(text);
  const beginning = text.slice(0, -1);
  return beginning === '' || isToolName(beginning);
}
