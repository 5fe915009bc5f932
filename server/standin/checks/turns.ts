import { callsOf, responsesOf, type Content } from '../content.ts';
import { invalidArgument } from '../refusal.ts';

const unequal =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
const responseElsewhere = 'Please ensure that function response turn comes immediately after a function call turn.';
const callElsewhere =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
const endsWithModel =
  'Requests ending with a model turn are not supported unless the last part is a function response.';

/** Who may follow whom, and how many. */
export function checkTurns(contents: readonly Content[]): void {
  if (contents[0]?.role !== 'user') throw invalidArgument(callElsewhere);
  if (contents.at(-1)?.role === 'model') throw invalidArgument(endsWithModel);
  for (const [at, content] of contents.entries()) {
    const before = contents[at - 1];
    const calls = callsOf(content).length;
    const responses = responsesOf(content).length;
    if (calls > 0 && before?.role !== 'user') throw invalidArgument(callElsewhere);
    const asked = before === undefined ? 0 : callsOf(before).length;
    if (responses > 0 && asked === 0) throw invalidArgument(responseElsewhere);
    // Steering words beside the responses confuse the count; they belong into a message of their own.
    if (responses !== asked || (responses > 0 && content.parts.length !== responses)) throw invalidArgument(unequal);
  }
}
