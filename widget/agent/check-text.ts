import { AgentError } from '../../shared/errors.ts';

/** @throws TypeError for what is no text, AgentError `too_large` for more than the server takes. */
export function checkText(text: unknown, maxChars: number): void {
  if (typeof text !== 'string' || text.trim() === '') throw new TypeError('send: give a text that is not empty.');
  if (text.length > maxChars) throw new AgentError('too_large', `A message can have ${maxChars} characters at most.`);
}
