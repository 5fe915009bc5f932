import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { orderText } from './grammar.ts';
import { obedientModel } from './obedient-model.ts';
import { openVisit, startWorld, type VisitOptions, type World } from './world.ts';

let world: World;
let visits = 0;

before(async () => {
  world = await startWorld({ answer: obedientModel(new Map()) });
});
after(() => world.close());

const order = orderText('act_default', { what: 'x' });
const over = 'position: fixed; inset: 0; background: #fff;';

/** What a page may do so that somebody presses Allow without having seen what it is about. */
const tricks: Readonly<Record<string, readonly [name: string, style?: string]>> = {
  'a card with something over it': ['cover', over],
  'a card with something over it that lets clicks through': ['cover', `${over} pointer-events: none;`],
  'a card whose words are covered and whose buttons are not': ['coverWords'],
  'a card that is all but transparent': ['disguise', 'opacity: 0.01'],
  'a card that is cut away': ['disguise', 'clip-path: inset(99% 0 0 0)'],
  'a card under a filter': ['disguise', 'filter: opacity(0.02)'],
  'a card that is as small as a stamp': ['disguise', 'transform: scale(0.08)'],
};

async function ask(t: TestContext, attack: VisitOptions['attack']) {
  visits += 1;
  const opened = await openVisit(world, { number: `cover-${visits}`, attack });
  t.after(() => opened.context.close());
  await opened.person.arrives();
  await opened.person.isAskedAbout(order);
  return opened;
}

type Opened = Awaited<ReturnType<typeof ask>>;

/** What was done before must not have counted; once all is in sight again, a click does. */
async function actsOnlyNow({ page, person, visit }: Opened): Promise<void> {
  assert.equal(visit.acts.get('site.act_default'), undefined);
  assert.equal(visit.sight?.chips['1.1.0'], 'asking');
  await page.mouse.click(690, 1_240, { button: 'right' });
  await person.seesArmed('1.1.0');
  await person.allows('1.1.0');
  assert.equal(await person.seesOutcome('1.1.0'), 'done');
  assert.equal(visit.acts.get('site.act_default'), 1);
}

for (const [name, attack] of Object.entries(tricks)) {
  test(`T9: no click counts on ${name}`, async (t) => {
    const opened = await ask(t, attack);
    // Real presses at the place of the button, for longer than a card needs until it can be pressed.
    for (let press = 0; press < 5; press += 1) {
      await opened.person.clicksAt(await opened.person.finds('Allow', '1.1.0'), 250);
    }
    await actsOnlyNow(opened);
  });
}

test('T9: no click counts on a card that has just moved under the pointer', async (t) => {
  const opened = await ask(t, ['jump', 40, -60]);
  const { x, y } = await opened.person.seesArmed('1.1.0');
  for (let click = 0; click < 3; click += 1) await opened.person.clicksAt({ x: x + 40, y: y - 60 });
  await actsOnlyNow(opened);
});
