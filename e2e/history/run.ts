import type { AgentServer } from '../../server/agent-server.ts';
import { createAgentServer, geminiModel } from '../../server/index.ts';
import type { ModelAdapter } from '../../server/model/model.ts';
import { silentLog } from '../../server/log.ts';
import type { ProfileName } from '../../testing/index.ts';
import { judge } from './judge.ts';
import { Person, type PersonCounts } from './person.ts';
import { PlannedEndpoint, type EndpointCounts } from './planned-endpoint.ts';
import type { SeenTurn } from './seen-turn.ts';
import { planTurn, type TurnPlan } from './turn-plan.ts';

export interface HistoryOptions {
  readonly seed: string;
  readonly turns: number;
  /** Conversations at a time, for each family of models. */
  readonly people: number;
  readonly onProgress?: (turns: number) => void;
  /** Comes between the server and its model, to see that what goes wrong is noticed. */
  readonly tamper?: (model: ModelAdapter) => ModelAdapter;
}

export interface HistoryResult extends PersonCounts, EndpointCounts {
  turns: number;
  silentEnds: number;
  /** Sentences that name the turn. */
  readonly problems: string[];
}

/** One name for each family, as its own API knows it. */
const models: Readonly<Record<ProfileName, string>> = {
  'gemini-2.5': 'gemini-2.5-flash',
  'gemini-3': 'gemini-3-flash-preview',
  'gemini-3.5': 'gemini-3.5-flash',
  'gemini-3.6': 'gemini-3.6-flash',
  'vertex-3': 'gemini-3.1-pro-preview',
  'gemini-4': 'gemini-4-hydrogen',
};

const turnsOfOne = 8;
const graceMs = 1_500;
const turnMs = 60_000;
/** So few that long conversations lose their beginning. */
const maxHistoryTokens = 3_000;

/** Random turns of many people, through the real server and the real SDK, against the strict stand-in of every family. */
export async function runHistory(options: HistoryOptions): Promise<HistoryResult> {
  const result: HistoryResult = {
    ...{ turns: 0, requests: 0, calls: 0, cancellations: 0, reconnects: 0, silentEnds: 0 },
    ...{ faults: new Map(), warnings: new Map(), refusals: [], problems: [] },
  };
  const profiles: readonly ProfileName[] = [
    'gemini-2.5',
    'gemini-3',
    'gemini-3.5',
    'gemini-3.6',
    'vertex-3',
    'gemini-4',
  ];
  const families = await Promise.all(profiles.map((profile) => startFamily(profile, result, options)));
  try {
    await Promise.all(
      families.map((family, at) => runFamily(family, numbersOf(at, profiles.length, options.turns), options, result)),
    );
  } finally {
    await Promise.all(families.map(({ server }) => server.close()));
    await Promise.all(families.map(({ endpoint }) => endpoint.close()));
  }
  return result;
}

interface Family {
  readonly endpoint: PlannedEndpoint;
  readonly server: AgentServer;
  readonly url: string;
}

async function startFamily(
  profile: ProfileName,
  result: HistoryResult,
  { tamper = (model) => model }: HistoryOptions,
): Promise<Family> {
  const endpoint = new PlannedEndpoint(profile, result);
  const baseUrl = await endpoint.start();
  // A wait is as good as over: what matters is who is asked again.
  const sleep = async (): Promise<void> => {};
  const server = createAgentServer({
    port: 0,
    model: tamper(geminiModel({ apiKey: 'key', baseUrl, model: models[profile], sleep, random: () => 0 })),
    limits: { graceMs, maxHistoryTokens, framesPerSecond: 1_000_000, frameBurst: 1_000_000 },
    log: {
      ...silentLog,
      error: ({ err }, event) => result.problems.push(`${profile}: ${event}: ${JSON.stringify(err)}`),
    },
  });
  const url = `${(await server.listen()).replace('http', 'ws')}/agent`;
  return { endpoint, server, url };
}

/** Every so-manieth turn is of one family: which plan it is given does not depend on how fast it was. */
function numbersOf(family: number, families: number, turns: number): number[] {
  return Array.from({ length: turns }, (_, number) => number).filter((number) => number % families === family);
}

async function runFamily(
  family: Family,
  numbers: readonly number[],
  options: HistoryOptions,
  result: HistoryResult,
): Promise<void> {
  const conversations: number[][] = [];
  for (let at = 0; at < numbers.length; at += turnsOfOne) conversations.push(numbers.slice(at, at + turnsOfOne));
  const work = async (): Promise<void> => {
    for (let next = conversations.shift(); next; next = conversations.shift()) {
      await converse(family, next, options, result);
    }
  };
  await Promise.all(Array.from({ length: options.people }, work));
}

async function converse(
  { endpoint, url }: Family,
  numbers: readonly number[],
  { seed, onProgress }: HistoryOptions,
  result: HistoryResult,
): Promise<void> {
  const person = new Person(url, result, graceMs * 1.5);
  try {
    await person.connect();
    for (const number of numbers) {
      const plan = planTurn(seed, number);
      endpoint.follow(plan);
      const seen = await inTime(person.ask(plan), () => person.seen);
      endpoint.forget(plan);
      result.turns += 1;
      const { silent, problems } = judge(plan, seen);
      if (silent) result.silentEnds += 1;
      if (silent) result.problems.push(`${plan.label} of ${endpoint.profile}: ${silence(plan, seen)}`);
      result.problems.push(...problems.map((problem) => `${plan.label} of ${endpoint.profile}: ${problem}`));
      if (result.turns % 500 === 0) onProgress?.(result.turns);
      // Whoever hangs would hang again.
      if (!seen.end) return;
    }
  } catch (thrown) {
    result.problems.push(`${endpoint.profile}, turns ${numbers.join(' ')}: ${String(thrown)}`);
  } finally {
    person.leave();
  }
}

function silence({ disturbance }: TurnPlan, { heard, end }: SeenTurn): string {
  const what = end ? 'it ended without a word' : 'it did not end';
  return `${what}; planned ${JSON.stringify(disturbance) ?? 'nothing'}, heard ${heard.slice(-8).join(', ')}`;
}

/** A turn that does not end is one that ended without a word. */
async function inTime(asked: Promise<SeenTurn>, seenSoFar: () => SeenTurn): Promise<SeenTurn> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SeenTurn>((resolve) => (timer = setTimeout(() => resolve(seenSoFar()), turnMs)));
  const seen = await Promise.race([asked, late]);
  clearTimeout(timer);
  return seen;
}
