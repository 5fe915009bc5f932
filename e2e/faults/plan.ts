import { Chance } from './chance.ts';

/** `act…` have an effect; the last one asks the person first. `look` only reads. */
export type PlannedTool = 'act' | 'act_slowly' | 'act_when_asked' | 'look';

export interface PlannedCall {
  /** Of this call alone, over all sessions of a run. */
  readonly id: string;
  readonly tool: PlannedTool;
  /** How long its body takes. */
  readonly ms: number;
}

export interface Plan {
  readonly rounds: readonly (readonly PlannedCall[])[];
}

const tools: readonly PlannedTool[] = ['act', 'act', 'act', 'act_slowly', 'act_when_asked', 'look'];
const longest: Record<PlannedTool, number> = { act: 20, act_slowly: 400, act_when_asked: 40, look: 60 };

/**
 * What the model will do about a message: the same for the same label, in whatever process. A label such as
 * `a=act,look;act` says it itself: two calls in the first round, one in the second.
 */
export function planOf(label: string): Plan {
  const chance = new Chance(label);
  const [, said] = label.split('=');
  if (said !== undefined) return { rounds: said.split(';').map((round, at) => readRound(round, `${label}.${at}`)) };
  const rounds = Array.from({ length: chance.between(2, 4) }, (_, round) =>
    Array.from({ length: chance.between(1, 4) }, (_unused, index): PlannedCall => {
      const tool = chance.pick(tools) ?? 'act';
      return { id: `${label}.${round}.${index}`, tool, ms: chance.between(0, longest[tool]) };
    }),
  );
  return { rounds };
}

function readRound(text: string, id: string): PlannedCall[] {
  const names = text.split(',');
  const known = names.flatMap((name) => tools.find((tool) => tool === name) ?? []);
  return known.map((tool, index) => ({ id: `${id}.${index}`, tool, ms: longest[tool] }));
}

export function messageOf(label: string): string {
  return `Please do ${label}`;
}

export function answerOf(label: string): string {
  return `Done with ${label}.`;
}

/** The label of a message, which may have a note of the program's in front of it. */
export function labelOf(message: string): string | undefined {
  return /Please do (\S+)$/.exec(message)?.[1];
}
