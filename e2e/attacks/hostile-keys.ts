import { isObject } from '../../shared/json.ts';
import { clientSamples } from '../../shared/protocol.fixture.ts';
import type { PageTool } from '../../shared/protocol.ts';
import { PageClient } from '../../testing/page-client.ts';
import { inParallel, within, type Attack, type Figure } from './attack.ts';
import { batchOf, judge } from './batch.ts';
import { underAttack, unharmed } from './under-attack.ts';
import type { Victim } from './victim-process.ts';

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'] as const;
const values = ['{"x":1}', '"toString"', 'null', '{"prototype":{"x":1}}', '[1]'] as const;
const hello = JSON.stringify(clientSamples.hello[0]);

export const hostileKeys: Attack = {
  name: 'hostile-keys',
  about:
    'Names that JavaScript gives a meaning, as keys, values, tools, calls and sessions, with and without __proto__.',
  run: async ({ isLong }) => {
    const plain = await attack([], isLong ? 1 : 12);
    const strict = await attack(['--disable-proto=throw'], isLong ? 1 : 12);
    return {
      counts: { frames: plain.frames + strict.frames, tools: plain.tools + strict.tools },
      figures: [
        ...plain.figures,
        ...strict.figures.map((figure) => ({ ...figure, name: `${figure.name} without __proto__` })),
      ],
      notes: [...plain.notes, ...strict.notes],
    };
  },
};

/** @param every one frame of so many is sent. */
async function attack(flags: readonly string[], every: number) {
  return underAttack({ flags }, async ({ victim, report }) => {
    const frames = Object.values<readonly unknown[]>(clientSamples)
      .flat()
      .flatMap(spoiled)
      .filter((_, at) => at % every === 0);
    const notes: string[] = [];
    await inParallel(frames.length, 8, async (at) => {
      const frame = frames[at] ?? '';
      const isHello = frame.includes('"type":"hello"');
      const batch = batchOf(isHello ? 1 : 2, (index) => (index === 0 && !isHello ? hello : frame));
      const surprise = await judge(victim, batch);
      if (surprise) notes.push(surprise);
    });
    for (const name of names) if (!(await callNamed(victim, name))) notes.push(`A tool named ${name} did not run.`);
    if (!(await resumeNamed(victim))) notes.push('A session named __proto__ was resumed.');
    const { isPolluted } = await victim.vitals();
    const figures: Figure[] = [
      { name: 'surprises', value: notes.length, most: 0 },
      { name: 'polluted prototypes', value: Number(isPolluted), most: 0 },
      ...unharmed(victim, await report()),
    ];
    return {
      frames: frames.length,
      tools: names.length,
      figures,
      notes: [...notes.slice(0, 10), ...victim.faults().lines],
    };
  });
}

/** A sample, each object in it with each name as one key more, and each of its texts as each name. */
function spoiled(sample: unknown): readonly string[] {
  const text = JSON.stringify(sample);
  const texts = textsIn(sample).flatMap((found) => names.map((name) => text.replace(`"${found}"`, `"${name}"`)));
  const keys = [...text.matchAll(/\{/g)].flatMap(({ index }) =>
    names.flatMap((name) => values.map((value) => withKey(text, index + 1, `"${name}":${value}`))),
  );
  return [...texts, ...keys];
}

function withKey(text: string, at: number, entry: string): string {
  const rest = text.slice(at);
  return `${text.slice(0, at)}${entry}${rest.startsWith('}') ? '' : ','}${rest}`;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([key, child]) => (key === 'type' ? [] : textsIn(child))) : [];
}

async function callNamed({ url }: Victim, name: string): Promise<boolean> {
  let runs = 0;
  const tool: PageTool = { name, description: '', inputSchema: { type: 'object' }, readOnly: true, definition: name };
  const tools = Object.fromEntries([[name, () => (runs += 1)]]);
  const { client } = await PageClient.connect(`ws://${url.host}/agent`, { pageTools: [tool], tools });
  const answer = await within(5_000, client.ask('call it').catch(String));
  client.close();
  return runs === 1 && answer === 'You said: call it';
}

/** True when it was given a new session instead. */
async function resumeNamed({ url }: Victim): Promise<boolean> {
  const resume = { session: '__proto__', token: 'constructor', after: 'toString' };
  const { client, welcome } = await PageClient.connect(`ws://${url.host}/agent`, { hello: { resume } });
  client.close();
  return !welcome.resumed && welcome.session !== '__proto__';
}
