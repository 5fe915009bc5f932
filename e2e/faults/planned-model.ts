import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelAdapter, ModelEvent, ModelRequest } from '../../server/model/model.ts';
import type { Chance } from './chance.ts';
import { checkHistory, type TurnReport } from './check-history.ts';
import { answerOf, planOf } from './plan.ts';

/** What a model tells the test of a request that it was made. */
export interface ModelReport {
  /** The last turn of the history, and the one before: its last results are known only now. */
  readonly turns: readonly TurnReport[];
  readonly problems: readonly string[];
}

export interface PlannedModelOptions {
  readonly report: (report: ModelReport) => void;
  readonly chance: Chance;
  /** How long an answer may take. */
  readonly maxMs: number;
}

/** A model that follows the plan of the last message, and looks at the history that it is shown. */
export function plannedModel({ report, chance, maxMs }: PlannedModelOptions): ModelAdapter {
  async function* run({ history, tools }: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const { turns, problems } = checkHistory(history);
    report({ turns: turns.slice(-2), problems });
    const turn = turns.at(-1);
    if (!turn) throw new Error('A history without a message.');
    const offered = new Set(tools.map(({ name }) => name));
    const planned = planOf(turn.label).rounds[turn.steps] ?? [];
    // A round without tools is the last one: the program wants words.
    const calls = offered.size === 0 ? [] : planned;
    const text = calls.length > 0 ? `Round ${turn.steps} of ${turn.label}.` : answerOf(turn.label);
    const words = text.split(/(?<= )/);
    const pause = chance.between(0, maxMs) / (words.length + 1);
    await sleep(pause, undefined, { signal });
    for (const word of words) {
      yield { type: 'text', text: word };
      await sleep(pause, undefined, { signal });
    }
    const made = calls.map(({ id, tool, ms }) => ({ name: tool, args: { id, ms } }));
    const finish = made.length > 0 ? 'calls' : 'answered';
    yield { type: 'step', step: { raw: { text, made }, text, calls: made, finish } };
  }
  return { label: 'Planned', rehearsal: true, run };
}
