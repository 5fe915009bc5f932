import { callsOf, responsesOf, type Content } from '../content.ts';
import type { Profile } from '../profile.ts';
import { invalidArgument } from '../refusal.ts';

/** Each response belongs to the call at its place: same name, and the same id if the call had one. */
export function checkIds(contents: readonly Content[], profile: Profile): void {
  for (const [at, content] of contents.entries()) {
    const responses = responsesOf(content);
    if (responses.length === 0) continue;
    const calls = callsOf(contents[at - 1] ?? content);
    checkNoDuplicates(responses.map((response) => response.id));
    for (const [index, call] of calls.entries()) {
      const response = responses[index];
      if (response?.name !== call.name) {
        throw invalidArgument(
          `functionResponse.name '${response?.name}' does not match functionCall.name '${call.name}'.`,
        );
      }
      checkId(call.id, response.id, profile);
    }
  }
}

function checkNoDuplicates(ids: readonly (string | undefined)[]): void {
  const given = ids.filter((id) => id !== undefined);
  if (new Set(given).size < given.length) throw invalidArgument('Duplicate functionResponse.id.');
}

function checkId(asked: string | undefined, answered: string | undefined, profile: Profile): void {
  if (asked === answered) return;
  if (answered === undefined && !profile.needsIds) return;
  throw invalidArgument('functionResponse.id does not match functionCall.id');
}
