import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { PageClient } from '../testing/page-client.ts';
import { missingRedis, startRedisServer } from '../testing/redis-server.ts';
import { startAgent, type AgentProcess } from './agent-process.ts';
import { missingProxy, startProxy } from './proxy-process.ts';

const origin = 'https://shop.example';

for (const name of ['nginx', 'caddy'] as const) {
  suite(`two nodes behind the sample for ${name}`, { skip: missingRedis || missingProxy(name) }, () => {
    test('serve the element, keep what is private, and go on with a conversation whose node was killed', async (t) => {
      const redis = await startRedisServer();
      t.after(() => redis.stop());
      const nodes = [await startNode(redis.url), await startNode(redis.url)] as const;
      t.after(() => Promise.all(nodes.map((node) => node.kill())));
      const proxy = await startProxy(name, [portOf(nodes[0]), portOf(nodes[1])]);
      t.after(() => proxy.stop());

      const element = await fetch(`http://${proxy.host}/headless-agent.js`);
      assert.equal(element.status, 200);
      assert.equal(element.headers.get('access-control-allow-origin'), '*');
      for (const path of ['/metrics', '/readyz']) {
        assert.equal((await fetch(`http://${proxy.host}${path}`)).status, 404, path);
      }

      const url = `ws://${proxy.host}/agent`;
      const { client, welcome } = await PageClient.connect(url, { origin });
      assert.match(await client.ask('hello'), /\w/);

      const [owner] = nodes.filter((node) => node.log.some(({ session }) => session === welcome.session));
      assert.ok(owner, 'one of the nodes logged the session');
      await owner.kill();
      await client.closed;

      const back = await PageClient.connect(url, {
        origin,
        hello: { resume: { session: welcome.session, token: welcome.token } },
      });
      assert.equal(back.welcome.resumed, true);
      assert.equal(back.welcome.session, welcome.session);
      assert.equal((await back.client.next('turn.started')).text, 'hello');
      assert.match(await back.client.ask('hello again'), /\w/);
      back.client.close();
    });
  });
}

function startNode(store: string): Promise<AgentProcess> {
  return startAgent({
    HEADLESS_AGENT_STORE: store,
    HEADLESS_AGENT_ORIGINS: origin,
    HEADLESS_AGENT_TRUST_PROXY: '1',
    HEADLESS_AGENT_LOG: 'info',
  });
}

function portOf({ url }: AgentProcess): number {
  return Number(new URL(url).port);
}
