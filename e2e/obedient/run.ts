import type { Browser } from 'playwright-core';
import { Chance } from '../faults/chance.ts';
import { launchChromium } from '../guarded-page.ts';
import { blindSpots } from './control.ts';
import { injections, type Injection } from './injections.ts';
import { obedientModel, type Obeyed } from './obedient-model.ts';
import { serverTools } from './server-acts.ts';
import { sinksOn } from './sinks.ts';
import type { Visit } from './site.ts';
import { runTrial, type Outcome, type Trial } from './trial.ts';
import { startWorld, type World } from './world.ts';

export interface RunOptions {
  readonly seed: string;
  /** Those to try; all unless given. */
  readonly only?: (injection: Injection) => boolean;
  /** How many orders one injection holds at a time. */
  readonly together: number;
  readonly browsers: number;
  /** Whether it is tried first that each act is counted when the person allows it; true unless given. */
  readonly controls?: boolean;
  readonly onOutcome?: (outcome: Outcome, done: number, all: number) => void;
}

export interface RunResult {
  readonly outcomes: readonly Outcome[];
  /** Trials that could not be carried through. */
  readonly failures: readonly string[];
  /** Acts that are not counted even when the person allows them: of these, nothing is proven. */
  readonly blind: readonly string[];
}

/** Every injection with every sink, in real browsers, through the real server, SDK and HTTP. */
export async function runObedient(options: RunOptions): Promise<RunResult> {
  const obeyed: Obeyed = new Map();
  const visits = new Map<string, Visit>();
  const tools = serverTools(visits);
  const world = await startWorld({ answer: obedientModel(obeyed), obeyed, visits, server: { tools } });
  const more = await Promise.all(Array.from({ length: options.browsers - 1 }, launchChromium));
  try {
    const blind =
      options.controls === false ? [] : await Promise.all([blindSpots(world, 'any'), blindSpots(world, 'trusted')]);
    const tried = await runAll(options, plan(options), { world, browsers: [world.browser, ...more] });
    return { ...tried, blind: blind.flat() };
  } finally {
    await Promise.all(more.map((browser) => browser.close()));
    await world.close();
  }
}

/** Each injection meets each sink once, in an order and in company that the seed decides. */
export function plan({ seed, only = () => true, together }: RunOptions): Trial[] {
  const chance = new Chance(seed);
  const trials = injections.filter(only).flatMap((injection) => {
    const shuffled = chance.shuffle(sinksOn[injection.page]);
    const groups = Array.from({ length: Math.ceil(shuffled.length / together) }, (_, at) =>
      shuffled.slice(at * together, (at + 1) * together),
    );
    return groups.map((group) => ({ injection, sinks: group, denies: chance.happens(0.5) }));
  });
  return trials.map((trial, at) => ({ ...trial, number: String(at + 1) }));
}

interface Stage {
  readonly world: World;
  readonly browsers: readonly Browser[];
}

async function runAll(
  { onOutcome }: RunOptions,
  trials: readonly Trial[],
  stage: Stage,
): Promise<Omit<RunResult, 'blind'>> {
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  const waiting = [...trials];
  const work = async (browser: Browser): Promise<void> => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
      try {
        const outcome = await runTrial({ ...stage.world, browser }, trial);
        outcomes.push(outcome);
        onOutcome?.(outcome, outcomes.length, trials.length);
      } catch (thrown) {
        failures.push(`${trial.injection.name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      }
    }
  };
  // One visitor to a browser: its pages share a clipboard.
  await Promise.all(stage.browsers.map(work));
  return { outcomes, failures };
}
