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

/** Somebody who has been asked, on a page of their own. */
async function askedPerson(t: TestContext, attack?: VisitOptions['attack']) {
  visits += 1;
  const opened = await openVisit(world, { number: `forged-${visits}`, attack });
  t.after(() => opened.context.close());
  await opened.person.arrives();
  await opened.person.isAskedAbout(orderText('act_default', { what: 'x' }));
  return opened;
}

type Asked = Awaited<ReturnType<typeof askedPerson>>;

/** What everything before must not have done, and the person's own click does. */
async function actsOnlyNow({ person, visit }: Asked): Promise<void> {
  await person.seesArmed('1.1.0');
  assert.equal(visit.acts.get('site.act_default'), undefined);
  assert.equal(visit.sight?.chips['1.1.0'], 'asking');
  await person.allows('1.1.0');
  assert.equal(await person.seesOutcome('1.1.0'), 'done');
  assert.equal(visit.acts.get('site.act_default'), 1);
}

test('T9: clicks and keys that a script makes allow nothing', async (t) => {
  const asked = await askedPerson(t, ['press']);
  await asked.person.seesArmed('1.1.0');
  // A right click is the person's own, and no yes either: the script goes on pressing for as long as it is held.
  await asked.page.mouse.click(650, 20, { button: 'right', delay: 200 });
  await actsOnlyNow(asked);
});

test('T9: the element has no method that allows a call', async (t) => {
  const { page } = await askedPerson(t);
  const names = await page.evaluate(() =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(document.querySelector('headless-agent'))),
  );
  // Attributes by which a site tightens or loosens its tools, and what answers where there is no screen.
  const known = new Set(['allow', 'approvalHandler', 'approvalTimeout']);
  assert.deepEqual(
    names.filter((name) => /approv|allow|permit|decide|grant|accept/i.test(name) && !known.has(name)),
    [],
  );
});

test('Enter in the composer allows nothing, and Escape denies nothing', async (t) => {
  const asked = await askedPerson(t);
  await asked.person.clicksAt(asked.visit.sight?.composer ?? { x: 0, y: 0 });
  for (const key of ['Enter', 'Enter', 'Escape', 'Space', 'Enter']) await asked.page.keyboard.press(key);
  await actsOnlyNow(asked);
});

test('T9: a press that began before the card could be pressed does not count', async (t) => {
  const asked = await askedPerson(t);
  const allow = await asked.person.finds('Allow', '1.1.0');
  await asked.page.mouse.move(allow.x, allow.y);
  await asked.page.mouse.down();
  await asked.person.seesArmed('1.1.0');
  await asked.page.mouse.up();
  await actsOnlyNow(asked);
});

test('two clicks right after each other run the call once (039)', async (t) => {
  const { person, page, visit } = await askedPerson(t);
  const allow = await person.seesArmed('1.1.0');
  await page.mouse.dblclick(allow.x, allow.y);
  await page.mouse.click(allow.x, allow.y);
  assert.equal(await person.seesOutcome('1.1.0'), 'done');
  await person.sees(({ isWorking }) => !isWorking, 'the end of the turn');
  assert.equal(visit.acts.get('site.act_default'), 1);
});
