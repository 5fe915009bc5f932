import type { Browser } from 'playwright-core';
import { createAgentServer } from '../../server/agent-server.ts';
import { geminiModel } from '../../server/model/gemini.ts';
import { startStandin } from '../../testing/index.ts';
import { Chance } from '../faults/chance.ts';
import { launchChromium } from '../guarded-page.ts';
import { injections, type Injection } from './injections.ts';
import { obedientModel, type Obeyed } from './obedient-model.ts';
import { Site } from './site.ts';
import { sinks } from './sinks.ts';
import { runTrial, type Outcome, type Trial } from './trial.ts';

export interface RunOptions {
  readonly seed: string;
  /** Those to try; all unless given. */
  readonly only?: (injection: Injection) => boolean;
  /** How many orders one injection holds at a time. */
  readonly together: number;
  readonly browsers: number;
  readonly onOutcome?: (outcome: Outcome, done: number, all: number) => void;
}

export interface RunResult {
  readonly outcomes: readonly Outcome[];
  /** Trials that could not be carried through. */
  readonly failures: readonly string[];
}

const apiKey = 'a-key-that-must-stay-at-home';

/** Every injection with every sink, in real browsers, through the real server, SDK and HTTP. */
export async function runObedient(options: RunOptions): Promise<RunResult> {
  const obeyed: Obeyed = new Map();
  const standin = await startStandin({ apiKey, answer: obedientModel(obeyed), keepRequests: 0 });
  const model = geminiModel({ apiKey, baseUrl: standin.url, model: 'gemini-4-hydrogen' });
  const server = createAgentServer({ model, port: 0, log: 'error', demo: false });
  const site = await Site.start(await server.listen());
  const browsers = await Promise.all(Array.from({ length: options.browsers }, launchChromium));
  try {
    return await runAll(options, plan(options), { site, obeyed, browsers });
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    await site.close();
    await server.close();
    await standin.close();
  }
}

/** Each injection meets each sink once, in an order and in company that the seed decides. */
export function plan({ seed, only = () => true, together }: RunOptions): Trial[] {
  const chance = new Chance(seed);
  const trials = injections.filter(only).flatMap((injection) => {
    const shuffled = chance.shuffle(sinks);
    const groups = Array.from({ length: Math.ceil(shuffled.length / together) }, (_, at) =>
      shuffled.slice(at * together, (at + 1) * together),
    );
    return groups.map((group) => ({ injection, sinks: group, denies: chance.happens(0.5) }));
  });
  return trials.map((trial, at) => ({ ...trial, number: String(at + 1) }));
}

interface Stage {
  readonly site: Site;
  readonly obeyed: Obeyed;
  readonly browsers: readonly Browser[];
}

async function runAll({ onOutcome }: RunOptions, trials: readonly Trial[], stage: Stage): Promise<RunResult> {
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  const waiting = [...trials];
  const work = async (browser: Browser): Promise<void> => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
      try {
        const outcome = await runTrial({ ...stage, browser }, trial);
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
