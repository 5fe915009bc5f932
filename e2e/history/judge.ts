import type { SeenTurn } from './seen-turn.ts';
import type { TurnPlan } from './turn-plan.ts';

/** What is wrong with how a turn ended, as sentences; none when the person can tell what happened. */
export function judge(plan: TurnPlan, seen: SeenTurn): { silent: boolean; problems: readonly string[] } {
  const { end } = seen;
  const problems: string[] = [];
  if (end?.type === 'turn.failed' && end.turn === undefined)
    problems.push(`its message was refused: ${end.error.code}`);
  if (end?.type === 'turn.ended' && end.reason === 'cancelled' && plan.disturbance?.kind !== 'cancel') {
    problems.push('it was stopped by nobody');
  }
  if (end?.type === 'turn.ended' && end.reason === 'answered') problems.push(...wrongWords(plan, seen));
  const unsettled = [...seen.calls].filter((call) => !seen.outcomes.has(call));
  if (unsettled.length > 0 && end?.type !== 'turn.failed' && !isStopped(seen)) {
    problems.push(`calls are left without an outcome: ${unsettled.join(' ')}`);
  }
  return { silent: isSilent(seen), problems };
}

/** It ended, and the person was told nothing: no word, no error, no call with an outcome, no stop of their own. */
function isSilent(seen: SeenTurn): boolean {
  const { end } = seen;
  if (!end) return true;
  if (end.type === 'turn.failed') return end.error.message.trim() === '';
  return !seen.hasText && seen.outcomes.size === 0 && !isStopped(seen);
}

function isStopped({ end }: SeenTurn): boolean {
  return end?.type === 'turn.ended' && end.reason === 'cancelled';
}

function wrongWords(plan: TurnPlan, { lastText }: SeenTurn): string[] {
  const possible = plan.rounds.map(({ text }) => text).concat('Done without tools.');
  return possible.includes(lastText) ? [] : [`its answer reads ${JSON.stringify(lastText.slice(0, 80))}`];
}
