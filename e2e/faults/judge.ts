import type { Told, TurnReport } from './check-history.ts';
import { planOf } from './plan.ts';
import type { ModelReport } from './planned-model.ts';
import type { Recorder } from './recorder.ts';
import type { Fate } from './visitor.ts';

export interface Verdict {
  /** Calls of which a model was told an outcome. */
  readonly calls: number;
  /** By outcome: `ok`, or a code. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly answered: number;
  /** Turns that ended with a notice that they were lost. */
  readonly announced: number;
  /** Each of these lists has one sentence for one case. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  readonly wrong: readonly string[];
  readonly unfinished: readonly string[];
  /** Calls whose outcome is unknown although somebody could have known it. */
  readonly needless: readonly string[];
}

/** The words with which a page says that a conversation is gone. */
const announcement = /lost|no longer has/;

/** Holds what models were told and persons were shown against what was counted. */
export class Judge {
  readonly #recorder: Recorder;
  readonly #told = new Map<string, string>();
  readonly #turns = new Map<string, TurnReport>();
  readonly #fates = new Map<string, Fate>();
  readonly #wrong: string[] = [];
  readonly #excused = new Set<string>();
  readonly #trails = new Map<string, string>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  get calls(): number {
    return this.#told.size;
  }

  readonly hear = ({ turns, problems }: ModelReport): void => {
    this.#wrong.push(...problems);
    for (const turn of turns) {
      this.#turns.set(turn.label, turn);
      for (const told of turn.told) this.#note(told);
    }
  };

  /** Nobody can be blamed when the outcome of this turn's calls stays unknown. */
  readonly excuse = (label: string): void => void this.#excused.add(label);

  /** How a message ended for the person. */
  see(label: string, fate: Fate, trail = ''): void {
    this.#fates.set(label, fate);
    this.#trails.set(label, trail);
    if (fate.kind === 'answered') this.#wrong.push(...fate.problems);
  }

  /** @param mayForget whether a server that is killed may take its conversations with it, as long as it is announced. */
  verdict(mayForget = false): Verdict {
    const fates = [...this.#fates];
    const refused = fates.flatMap(([label, fate]) => (fate.kind === 'refused' ? [{ label, words: fate.words }] : []));
    const announced = refused.filter(({ words }) => announcement.test(words));
    const forgotten = mayForget
      ? []
      : announced.map(({ label }) => `${label} was forgotten: ${this.#trails.get(label)}`);
    const judged = [...this.#told].map(([id, outcome]) => this.#judge(id, outcome));
    const of = (kind: Finding['kind']): string[] =>
      judged.flatMap((found) => (found?.kind === kind ? [found.sentence] : []));
    return {
      calls: this.#told.size,
      outcomes: tally([...this.#told.values()]),
      answered: fates.filter(([, { kind }]) => kind === 'answered').length,
      announced: announced.length,
      lost: [...forgotten, ...this.#lostMessages(), ...this.#lostCalls(), ...of('lost')],
      twice: this.#recorder.twice,
      wrong: [...this.#wrong, ...of('wrong')],
      unfinished: refused.filter((one) => !announced.includes(one)).map(({ label, words }) => `${label}: ${words}`),
      needless: of('needless'),
    };
  }

  #note({ id, outcome }: Told): void {
    const before = this.#told.get(id) ?? outcome;
    if (before !== outcome) this.#wrong.push(`${id} was told as ${before}, then as ${outcome}`);
    this.#told.set(id, outcome);
  }

  #lostMessages(): string[] {
    return [...this.#fates].flatMap(([label, fate]) =>
      fate.kind === 'missing' || fate.kind === 'silent' ? [`${label} is ${fate.kind}: ${fate.trail}`] : [],
    );
  }

  /** Calls of an answered message that the model heard nothing of. */
  #lostCalls(): string[] {
    const answered = [...this.#fates].filter(([, { kind }]) => kind === 'answered');
    return answered.flatMap(([label]) => {
      const planned = planOf(label).rounds.flat();
      return planned.filter(({ id }) => !this.#told.has(id)).map(({ id }) => `${id} was never told`);
    });
  }

  #judge(id: string, outcome: string): Finding | undefined {
    const runs = this.#recorder.of(id);
    const ended = runs.filter(({ isEnded }) => isEnded);
    const sentence = `${id}: told ${outcome}; ran ${runs.length} times, ${ended.length} to the end`;
    if (outcome === 'ok') return ended.length > 0 ? undefined : { kind: 'wrong', sentence };
    if (outcome === 'unknown_outcome') {
      const label = id.split('.')[0] ?? '';
      const isExcused = runs.some(({ isOrphan }) => isOrphan) || this.#excused.has(label);
      return isExcused ? undefined : { kind: 'needless', sentence: `${sentence}: ${this.#trails.get(label)}` };
    }
    const isEffect = runs.some((run) => run.isEffect);
    if (!isEffect) return undefined;
    return { kind: notRun.has(outcome) ? 'wrong' : 'lost', sentence };
  }
}

interface Finding {
  readonly kind: 'wrong' | 'lost' | 'needless';
  readonly sentence: string;
}

/** Outcomes that say that nothing was done. */
const notRun: ReadonlySet<string> = new Set(['user_declined', 'policy_denied', 'unknown_tool', 'conflict', 'busy']);

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
