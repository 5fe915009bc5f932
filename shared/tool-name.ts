/** Narrower than Gemini's own rule: other models take neither dots nor colons, nor more than 64 characters. */
const pattern = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** The rule of `isToolName` in words, for whoever has to mend a name. */
export const toolNameRule = 'Use up to 64 letters, digits, _ or -, and begin with a letter or _.';

/** Whether every model can call a tool by this name. */
export function isToolName(name: string): boolean {
  return pattern.test(name);
}
