import { callsOf, responsesOf, type Content } from '../content.ts';
import type { Profile } from '../profile.ts';
import { Refusal } from '../refusal.ts';
import type { Warn } from './catalogue.ts';

/**
 * Each response belongs to the call at its place: same name, and the same id if the call had one.
 *
 * @returns true when the API would not refuse but answer with nothing
 */
export function checkIds(contents: readonly Content[], profile: Profile, warn: Warn): boolean {
  let isSilent = false;
  for (const [at, content] of contents.entries()) {
    const responses = responsesOf(content);
    if (responses.length === 0) continue;
    const calls = callsOf(contents[at - 1] ?? content);
    checkNoDuplicates(responses.map(({ id }) => id));
    for (const [index, call] of calls.entries()) {
      const { id, name = '' } = responses[index] ?? {};
      if (name !== call.name) {
        throw new Refusal(
          'response-name',
          `functionResponse.name '${name}' does not match functionCall.name '${call.name}'.`,
        );
      }
      isSilent ||= isLost(call.id, id, { profile, asked: calls.map((each) => each.id) });
    }
  }
  if (isSilent) warn('response-id', 'functionResponse.id does not match functionCall.id: answered with nothing');
  return isSilent;
}

function checkNoDuplicates(ids: readonly (string | undefined)[]): void {
  const given = ids.filter((id) => id !== undefined);
  if (new Set(given).size < given.length) throw new Refusal('duplicate-ids', 'Duplicate functionResponse.id.');
}

function isLost(
  asked: string | undefined,
  answered: string | undefined,
  step: { readonly profile: Profile; readonly asked: readonly (string | undefined)[] },
): boolean {
  if (asked === answered) return false;
  const { ids } = step.profile;
  if (answered === undefined && ids !== 'required') return ids === 'silent';
  const isUnknown = answered !== undefined && !step.asked.includes(answered);
  throw new Refusal(
    isUnknown ? 'unknown-id' : 'response-id',
    `functionResponse.id does not match functionCall.id${isUnknown ? `: no call has the id '${answered}'` : ''}`,
  );
}
