import { callsOf, responsesOf, type Content } from '../content.ts';
import type { Profile } from '../profile.ts';
import { Refusal } from '../refusal.ts';
import { checks, type CheckId } from './catalogue.ts';

/**
 * Who may follow whom, and how many. A step may come in several contents of the model, as some clients keep it: it is
 * one again afterwards.
 */
export function checkTurns(contents: readonly Content[], profile: Profile): Content[] {
  const isCut = contents[0]?.role !== 'user';
  if (isCut) throw refused(contents.slice(0, 1).flatMap(callsOf).length > 0 ? 'call-after-user' : 'starts-with-user');
  if (profile.endsWithUser && contents.at(-1)?.role === 'model') throw refused('ends-with-user');
  checkResponseContents(contents);
  const steps = joinSteps(contents);
  for (const [at, content] of steps.entries()) checkOrder(content, steps[at - 1]);
  const last = steps.at(-1);
  if (last && callsOf(last).length > 0) throw refused('response-count');
  return steps;
}

/** Steering words beside the responses confuse the count; they belong into a message of their own. */
function checkResponseContents(contents: readonly Content[]): void {
  for (const [at, content] of contents.entries()) {
    const responses = responsesOf(content).length;
    if (responses === 0) continue;
    const next = contents[at + 1];
    const isSplit = next !== undefined && responsesOf(next).length > 0;
    if (isSplit || content.parts.length !== responses) throw refused('one-response-content');
  }
}

function joinSteps(contents: readonly Content[]): Content[] {
  const steps: Content[] = [];
  for (const content of contents) {
    const before = steps.at(-1);
    if (before?.role !== 'model' || content.role !== 'model' || isFinished(before)) steps.push(content);
    else steps[steps.length - 1] = { role: 'model', parts: [...before.parts, ...content.parts] };
  }
  return steps;
}

/** A signature on words ends an answer: what comes after it is another one. */
function isFinished({ parts }: Content): boolean {
  const last = parts.at(-1);
  return last?.['thoughtSignature'] !== undefined && last['functionCall'] === undefined;
}

function checkOrder(content: Content, before: Content | undefined): void {
  const calls = callsOf(content).length;
  const responses = responsesOf(content).length;
  if (calls > 0 && before?.role !== 'user') throw refused('call-after-user');
  const asked = before === undefined ? 0 : callsOf(before).length;
  if (responses > 0 && asked === 0) throw refused('response-after-call');
  if (responses !== asked) throw refused('response-count');
}

function refused(check: CheckId): Refusal {
  return new Refusal(check, checks[check].messages[0] ?? '');
}
