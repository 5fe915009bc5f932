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

async function open(t: TestContext, options: Omit<VisitOptions, 'number'>) {
  visits += 1;
  const opened = await openVisit(world, { number: `changed-${visits}`, ...options });
  t.after(() => opened.context.close());
  await opened.person.arrives();
  return opened;
}

const order = orderText('act_default', { what: 'shown' });

test('T8: what a listener changes in the arguments neither shows nor runs (047)', async (t) => {
  const { person, visit } = await open(t, { attack: ['change'] });
  await person.isAskedAbout(order);
  await person.allows('1.1.0');
  assert.equal(await person.seesOutcome('1.1.0'), 'done');
  assert.deepEqual(visit.inputs, [{ what: 'shown' }]);
});

for (const [name, description] of [
  ['with other words', 'Adds to the cart, and pays.'],
  ['with the same words', 'Adds to the cart.'],
]) {
  test(`T6: a tool that was registered anew ${name} under an open card does not run, old or new`, async (t) => {
    const { person, visit } = await open(t, { attack: ['replace', description] });
    await person.isAskedAbout(orderText('cart_add'));
    await person.allows('1.1.0');
    assert.equal(await person.seesOutcome('1.1.0'), 'failed');
    assert.deepEqual([...visit.acts.keys()], []);
  });
}

const isOfACall = (frame: string | Buffer): boolean => /"type":"(?:tool|approval)\./.test(String(frame));

test('T8, T15: frames that come again, both ways, run nothing again', async (t) => {
  const { person, visit } = await open(t, {
    prepare: (page) =>
      page.routeWebSocket(/\/agent$/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((frame) => {
          for (let time = 0; time < (isOfACall(frame) ? 2 : 1); time += 1) server.send(frame);
        });
        server.onMessage((frame) => {
          for (let time = 0; time < (isOfACall(frame) ? 3 : 1); time += 1) socket.send(frame);
        });
      }),
  });
  await person.isAskedAbout(order);
  await person.allows('1.1.0');
  assert.equal(await person.seesOutcome('1.1.0'), 'done');
  await person.sees(({ isWorking }) => !isWorking, 'the end of the turn');
  assert.deepEqual(visit.inputs, [{ what: 'shown' }]);
});

test('T8: a call that comes again with other arguments under an open card does not run with them', async (t) => {
  const { person, visit } = await open(t, {
    prepare: (page) =>
      page.routeWebSocket(/\/agent$/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((frame) => {
          socket.send(frame);
          if (/"type":"tool\.call"/.test(String(frame))) socket.send(String(frame).replace('"shown"', '"changed"'));
        });
      }),
  });
  await person.isAskedAbout(order);
  await person.allows('1.1.0');
  await person.seesOutcome('1.1.0');
  assert.ok(visit.inputs.length <= 1);
  assert.doesNotMatch(JSON.stringify(visit.inputs), /changed/);
});
