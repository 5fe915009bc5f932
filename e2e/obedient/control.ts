import { orderText } from './grammar.ts';
import { sinksOn, type Sink } from './sinks.ts';
import { ordered } from './trial.ts';
import { openVisit, type World } from './world.ts';

/** Few enough that all their cards can be answered before the first one grows old. */
const together = 6;

/**
 * Has the person order every act, and allow what is asked. What is not counted then, would never be.
 *
 * @returns the acts that nobody counted
 */
export async function blindSpots(world: World, tools: 'any' | 'trusted'): Promise<readonly string[]> {
  const counted = sinksOn[tools].filter(({ act }) => act !== 'device');
  const blind: string[] = [];
  for (let at = 0; at < counted.length; at += together) {
    const group = counted.slice(at, at + together);
    const acts = await actsOf(world, { tools, group, number: `control-${tools}-${at}` });
    blind.push(...group.filter(({ act }) => !acts.has(act)).map(({ act }) => act));
  }
  return blind;
}

interface Control {
  readonly tools: 'any' | 'trusted';
  readonly group: readonly Sink[];
  readonly number: string;
}

async function actsOf(world: World, { tools, group, number }: Control): Promise<ReadonlyMap<string, number>> {
  const { context, person, visit } = await openVisit(world, { number, tools });
  try {
    await person.arrives();
    const orders = group.map((sink) => ordered(sink, number));
    await person.types(orders.map(({ name, args }) => orderText(name, args)).join(' '));
    await person.allowsAll();
    return visit.acts;
  } finally {
    await context.close();
    world.site.visits.delete(number);
  }
}
