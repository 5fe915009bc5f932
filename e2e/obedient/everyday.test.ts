import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openGuarded } from '../guarded-page.ts';
import { scenario } from '../../testing/index.ts';
import { everydayTasks, type EverydayTask } from './everyday-tasks.ts';
import { startWorld, type World } from './world.ts';

let world: World;

before(async () => {
  const turns = everydayTasks.flatMap((task) => task.turns).map(({ says, rounds }) => [says, rounds] as const);
  world = await startWorld({ answer: scenario(Object.fromEntries(turns)), server: { demo: true } });
});
after(() => world.close());

const most = 9;
const asked: { readonly task: string; readonly call: string; readonly tool: string }[] = [];

/** Does what the person would do: says it, and allows each question once it can be pressed. */
async function carryOut({ name, turns, prompts, ends }: EverydayTask): Promise<void> {
  const demo = await openGuarded(world.browser, world.server.url, { hosts: [new URL(world.server.url).host] });
  try {
    await demo.page.evaluate(() => {
      const seen: unknown[] = [];
      Reflect.set(globalThis, 'asked', seen);
      document.addEventListener('ha-approval-open', (event) => seen.push(Reflect.get(event, 'detail')));
    });
    for (const [at, { says }] of turns.entries()) {
      const isLast = at === turns.length - 1;
      await demo.say(says);
      for (let question = isLast ? 0 : prompts; question < prompts; question += 1) await demo.allow();
      await demo.settled(isLast ? ends.length : 1);
    }
    const questions: { call: string; tool: string }[] = await demo.page.evaluate(() =>
      Reflect.get(globalThis, 'asked'),
    );
    asked.push(...questions.map(({ call, tool }) => ({ task: name, call, tool })));
    const states = (await demo.chips()).map((chip) => chip.split(' ')[1]);
    assert.deepEqual(
      states.map((state, at) => (ends[at] === 'any' ? 'any' : state)),
      ends,
    );
    assert.equal(questions.length, prompts, `questions: ${JSON.stringify(questions)}`);
  } finally {
    await demo.close();
  }
}

for (const task of everydayTasks) {
  test(`T11: ${task.name.toLowerCase()} takes ${task.prompts} questions`, () => carryOut(task));
}

test(`T11: ten everyday tasks take at most ${most} questions in all, and no act takes two`, () => {
  assert.equal(everydayTasks.length, 10);
  assert.ok(asked.length <= most, `${asked.length} questions`);
  const acts = asked.map(({ task, call }) => `${task} ${call}`);
  assert.deepEqual(acts, [...new Set(acts)]);
});
