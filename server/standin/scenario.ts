import type { StandinAnswer } from './answer.ts';
import type { StandinView } from './view.ts';

/** One answer, or one that depends on what was asked. */
export type ScenarioStep = StandinAnswer | ((view: StandinView) => StandinAnswer);

/**
 * A script: for each message of the person's, the answers round by round. A round is known by the answers that the
 * history holds already, so that a request which is made again gets the same answer again; a list within it gives
 * another one to each attempt, and its last one ever after.
 *
 * @param turns by the message's text
 * @returns what to give to `startStandin` as `answer`; it throws where the script has no answer
 */
export function scenario(
  turns: Readonly<Record<string, readonly (ScenarioStep | readonly ScenarioStep[])[]>>,
): (view: StandinView) => StandinAnswer {
  const attempts = new Map<string, number>();
  return (view) => {
    const round = roundOf(view);
    const step = turns[view.text]?.[round];
    if (step === undefined) throw new Error(`The script has no answer for round ${round + 1} of "${view.text}".`);
    const place = `${view.earlier.length} ${round}`;
    const attempt = attempts.get(place) ?? 0;
    attempts.set(place, attempt + 1);
    const chosen = isList(step) ? step[Math.min(attempt, step.length - 1)] : step;
    if (chosen === undefined) throw new Error(`The script has an empty list for round ${round + 1} of "${view.text}".`);
    return typeof chosen === 'function' ? chosen(view) : chosen;
  };
}

/** How many answers the current turn holds. */
function roundOf({ contents, earlier }: StandinView): number {
  const start = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.every((part) => part['functionResponse'] === undefined),
  );
  return start < 0 ? earlier.length : contents.slice(start).filter(({ role }) => role === 'model').length;
}

function isList(step: ScenarioStep | readonly ScenarioStep[]): step is readonly ScenarioStep[] {
  return Array.isArray(step);
}
