import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import { deferred } from '../../shared/deferred.ts';
import { PageClient } from '../../testing/page-client.ts';
import { modelOf, start, stepOf, stopServers } from '../agent-server.fixture.ts';
import { mintTicket, type Visit } from '../index.ts';
import type { ModelAdapter } from '../model/model.ts';

afterEach(stopServers);

/** A model whose every answer costs a hundred tokens. */
function costlyModel(): ModelAdapter {
  const usage = { inputTokens: 90, outputTokens: 10 };
  return {
    ...modelOf(),
    async *run() {
      yield { type: 'text', text: 'Fine.' };
      yield { type: 'step', step: { ...stepOf('Fine.'), usage } };
    },
  };
}

suite('a visitor', () => {
  test('with too many sockets is told so by 4429, and may come when one is gone', async () => {
    const { url } = await start({ model: modelOf(), limits: { visitorSockets: 2 } });
    const { client: first } = await PageClient.connect(url);
    await PageClient.connect(url);
    const third = await PageClient.open(url);
    const reason = 'too_fast: too many sockets of this address are open';
    assert.deepEqual(await third.closed, { code: 4429, reason });
    first.cut();
    await first.closed;
    while (!(await isWelcome(url)));
  });

  test('who has no ticket takes up a place no longer than it takes to send them away', async () => {
    const { url } = await start({ model: modelOf(), ticketSecret: 's'.repeat(32), limits: { visitorSockets: 1 } });
    for (let count = 0; count < 10; count += 1) {
      const client = await PageClient.open(url);
      client.hello();
      const { code } = await client.closed;
      assert.ok(code === 4401 || code === 4429, String(code));
    }
  });

  test('who has used up the day is told when to come back, and the conversation lives', async () => {
    const { url } = await start({ model: costlyModel(), limits: { visitorTokensPerDay: 150 } });
    const { client } = await PageClient.connect(url);
    assert.equal(await client.ask('One.'), 'Fine.');
    assert.equal(await client.ask('Two.'), 'Fine.');
    await assert.rejects(client.ask('Three.'), /^Error: budget_exceeded: .*Come back in \d+ \w+\.$/);
    const { client: other } = await PageClient.connect(url);
    await assert.rejects(other.ask('From another tab.'), /budget_exceeded/);
  });

  test('is not answered once all of them have used up the day of the server', async () => {
    const { url } = await start({ model: costlyModel(), limits: { serverTokensPerDay: 100 } });
    const { client } = await PageClient.connect(url);
    await client.ask('One.');
    await assert.rejects(client.ask('Two.'), /budget_exceeded: The assistant has answered all that it may today/);
  });

  test('with a ticket of so many tokens has as many, from any address and in any session', async () => {
    const secret = 's'.repeat(32);
    const { url, http } = await start({ model: costlyModel(), ticketSecret: secret });
    const ticket = () => mintTicket({ secret, sub: 'alice', origin: http, tools: [], budget: 100 });
    const { client } = await PageClient.connect(url, { hello: { ticket: await ticket() } });
    await client.ask('One.');
    const { client: again } = await PageClient.connect(url, { hello: { ticket: await ticket() } });
    await assert.rejects(again.ask('Two.'), /budget_exceeded/);
  });

  test('has as many turns at a time as they may, over all tabs', async () => {
    const [begun, go] = [deferred<void>(), deferred<string>()];
    const slowly = (): Promise<string> => {
      begun.resolve();
      return go.promise;
    };
    const { url } = await start({ model: modelOf(slowly, 'Next.'), limits: { visitorTurns: 1 } });
    const { client } = await PageClient.connect(url);
    const { client: other } = await PageClient.connect(url);
    const first = client.ask('Slow.');
    await begun.promise;
    await assert.rejects(other.ask('Meanwhile.'), /rate_limited: .*when one of them has ended/);
    go.resolve('Done.');
    await first;
    assert.equal(await other.ask('Now.'), 'Next.');
  });

  test('who leaves in the middle of a turn has their place back when it has ended', async () => {
    const go = deferred<string>();
    const { url } = await start({ model: modelOf(() => go.promise, 'Next.'), limits: { visitorTurns: 1 } });
    const { client, welcome } = await PageClient.connect(url);
    client.send({ type: 'user.message', id: 'm1', text: 'Slow.' });
    await client.next('turn.started');
    client.cut();
    const back = await PageClient.open(url);
    back.hello({ resume: { session: welcome.session, token: welcome.token } });
    await back.next('welcome');
    go.resolve('Done.');
    await back.next('turn.ended');
    assert.equal(await back.ask('And now?'), 'Next.');
  });
});

suite("the operator's own check", () => {
  test('is asked before the first message, with what the socket said, and its no is told to the person', async () => {
    const visits: Visit[] = [];
    const admit = (visit: Visit) => {
      visits.push(visit);
      return visits.length > 1 || { refuse: 'We are closed on Sundays.' };
    };
    const { url, http } = await start({ model: modelOf('Open.'), admit });
    const { client } = await PageClient.connect(url);
    assert.equal(visits.length, 0, 'looking at the page costs nothing');
    await assert.rejects(client.ask('Hello?'), /policy_denied: We are closed on Sundays\./);
    assert.equal(await client.ask('And now?'), 'Open.');
    assert.deepEqual(visits[0], { origin: http, address: '127.0.0.1', subject: undefined, headers: {} });
  });

  test('that takes too long is a no', async () => {
    const admit = () => new Promise<true>(() => {});
    const { url } = await start({ model: modelOf(), admit, limits: { admitMs: 10 } });
    const { client } = await PageClient.connect(url);
    await assert.rejects(client.ask('Hello?'), /model_unavailable/);
  });
});

async function isWelcome(url: string): Promise<boolean> {
  const client = await PageClient.open(url);
  client.hello();
  const outcome = await Promise.race([client.next('welcome'), client.closed]);
  return 'type' in outcome;
}
