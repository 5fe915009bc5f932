import type { JsonObject, JsonValue } from '../../shared/json.ts';
import type { ToolChoice, ToolResult } from '../../shared/protocol.ts';
import type { StandinAnswer } from '../../testing/index.ts';
import { Chance } from '../faults/chance.ts';
import { pickFault, type Fault } from './faults.ts';

/** What happens to the page in a turn, and at which of the things that it hears. */
export interface Disturbance {
  readonly kind: 'cancel' | 'cut' | 'reload' | 'stay away';
  /** `sent`: right after the message. `call`: when the first call of the round is there. */
  readonly at: 'sent' | 'started' | 'text' | 'call' | 'answered';
  readonly round: number;
}

export interface PlannedCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly result: ToolResult;
}

export interface PlannedRound {
  /** What the first requests for this round come to. */
  readonly faults: readonly Fault[];
  readonly text: string;
  readonly thought: string;
  /** None: the words are the answer. */
  readonly calls: readonly PlannedCall[];
  readonly sliceBytes: number;
}

/** One turn, as the seed and its number have it. */
export interface TurnPlan {
  readonly label: string;
  readonly rounds: readonly PlannedRound[];
  readonly disturbance: Disturbance | undefined;
  /** A stopped call still gives its result. */
  readonly answersLate: boolean;
  readonly toolChoice: ToolChoice;
  /** The page offers other tools as soon as the turn has begun: they count from the next one on. */
  readonly changesTools: boolean;
}

/** @returns the same for the same seed and number, whatever happened before */
export function planTurn(seed: string, number: number): TurnPlan {
  const label = `t${number}`;
  const chance = new Chance(`${seed} ${label}`);
  const callRounds = chance.happens(0.02) ? 9 : Math.max(0, chance.between(-2, 3));
  const rounds = Array.from({ length: callRounds + 1 }, (_, round) =>
    planRound(`${label}.${round}`, round < callRounds, chance),
  );
  return {
    label,
    rounds,
    disturbance: disturb(chance, rounds),
    answersLate: chance.happens(0.5),
    toolChoice: chance.happens(0.1) ? (chance.pick(['none', 'required', { tool: 'look' }] as const) ?? 'auto') : 'auto',
    changesTools: chance.happens(0.06),
  };
}

export function messageOf({ label }: TurnPlan): string {
  return `Please do ${label}.`;
}

/** The label of the last message in a text that may hold notes of the program's, too. */
export function labelIn(text: string): string | undefined {
  return /Please do (t\d+)\.$/.exec(text)?.[1];
}

/** What the stand-in says when a round goes as it should, with or without tools. */
export function answerOf(round: PlannedRound, hasTools: boolean): StandinAnswer {
  const { text, thought, calls, sliceBytes } = round;
  const delivery = sliceBytes > 0 ? { sliceBytes } : {};
  if (calls.length === 0 || !hasTools)
    return { text: text === '' ? 'Done without tools.' : text, thought, ...delivery };
  return { calls: calls.map(({ name, args }) => ({ name, args })), text, thought, ...delivery };
}

const phrases = [
  'Let me see.',
  'Ich schaue nach … 🍋',
  'Zwei\nZeilen',
  'a',
  '見てみます',
  '  padded  ',
  '<b>bold</b> & more',
];

function planRound(id: string, hasCalls: boolean, chance: Chance): PlannedRound {
  const faults: Fault[] = [];
  while (faults.length < 4 && chance.happens(0.13)) faults.push(pickFault(chance));
  const calls = hasCalls
    ? Array.from({ length: chance.between(1, chance.between(1, 5)) }, (_, at) => planCall(`${id}.${at}`, chance))
    : [];
  return {
    faults,
    calls,
    text: hasCalls && chance.happens(0.5) ? '' : `${chance.pick(phrases)} (${id})`,
    thought: chance.happens(0.3) ? 'Hm, let me think.' : '',
    // Each slice waits for its turn: a few bytes at a time would take seconds on a busy machine.
    sliceBytes: chance.happens(0.15) ? chance.between(40, 300) : 0,
  };
}

function planCall(id: string, chance: Chance): PlannedCall {
  const kind = chance.next();
  const result = planResult(id, chance);
  if (kind < 0.04) return { name: 'gone', args: { id }, result };
  if (kind < 0.08) return { name: 'act', args: { id: 5 }, result };
  const more: JsonObject = chance.happens(0.3) ? { note: `«${chance.pick(phrases)}»`, n: chance.between(-9, 9) } : {};
  return { name: chance.happens(0.5) ? 'look' : 'act', args: { id, ...more }, result };
}

function planResult(id: string, chance: Chance): ToolResult {
  const values: readonly JsonValue[] = [
    { id },
    null,
    '',
    [],
    [id, [id]],
    { $ref: '#/x', deep: { $ref: id } },
    { output: 1, error: 'none' },
    { text: 'ä🍋'.repeat(chance.between(1, 400)) },
    'x'.repeat(40_000),
    'y'.repeat(chance.between(1, 20_000)),
  ];
  const error = { code: chance.pick(['user_declined', 'internal', 'timeout', 'not_found'] as const) ?? 'internal' };
  if (chance.happens(0.2)) return { ok: false, error: { ...error, message: 'It did not work.' } };
  return { ok: true, value: chance.pick(values) ?? null };
}

function disturb(chance: Chance, rounds: readonly PlannedRound[]): Disturbance | undefined {
  if (chance.happens(0.65)) return undefined;
  const round = chance.between(0, rounds.length - 1);
  const hasCalls = (rounds[round]?.calls.length ?? 0) > 0;
  const kind = chance.pick(['cancel', 'cancel', 'cut', 'cut', 'cut', 'reload', 'reload'] as const) ?? 'cut';
  if (hasCalls && chance.happens(0.04)) return { kind: 'stay away', at: 'call', round };
  const at = chance.pick(hasCalls ? (['call', 'answered', 'text'] as const) : (['sent', 'started', 'text'] as const));
  if (at === 'call' || at === 'answered' || at === 'text') return { kind, at, round };
  // A turn that has not begun can't be stopped.
  return { kind, at: kind === 'cancel' ? 'started' : (at ?? 'sent'), round: 0 };
}
