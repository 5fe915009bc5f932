import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { PageClient } from '../testing/page-client.ts';
import { runAgent, startAgent } from './agent-process.ts';

describe('the command', () => {
  test('says in one sentence that its port is in use, and ends with 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const bound = taken.address();
    const port = typeof bound === 'object' && bound !== null ? String(bound.port) : '';
    const { code, output } = await runAgent({ PORT: port });
    taken.close();
    assert.equal(code, 1);
    assert.equal(output.trim().split('\n').length, 1);
    assert.match(output, new RegExp(`Port ${port} is in use`));
  });

  test('says in one sentence that there is no model to talk to', async () => {
    const { code, output } = await runAgent({ PORT: '0', HEADLESS_AGENT_REHEARSAL: 'off' });
    assert.equal(code, 1);
    assert.match(output, /^There is no model to talk to: set GEMINI_API_KEY/);
    assert.equal(output.trim().split('\n').length, 1);
  });

  for (const [name, value] of [
    ['PORT', 'eighty'],
    ['HEADLESS_AGENT_ORIGINS', 'shop.example'],
    ['HEADLESS_AGENT_LOG', 'loud'],
    ['HEADLESS_AGENT_LIMITS_MAX_ROUND', '3'],
    ['HEADLESS_AGENT_TICKET_SECRET', 'short'],
    ['HEADLESS_AGENT_TRUST_PROXY', 'yes'],
  ] as const) {
    test(`names ${name} when it is wrong`, async () => {
      const { code, output } = await runAgent({ PORT: '0', [name]: value });
      assert.equal(code, 1);
      assert.match(output, new RegExp(name));
      assert.equal(output.trim().split('\n').length, 1);
    });
  }

  test('tells its version, and refuses an option that it does not have', async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    assert.deepEqual(await runAgent({}, ['--version']), { code: 0, output: `${version}\n` });
    const { code, output } = await runAgent({}, ['--prot=1']);
    assert.equal(code, 1);
    assert.match(output, /^There is no option --prot=1/);
  });

  test('closes politely on SIGTERM', async () => {
    const agent = await startAgent();
    const { client } = await PageClient.connect(`${agent.url.replace('http', 'ws')}/agent`);
    const [code, closed] = await Promise.all([agent.stop(), client.closed]);
    assert.equal(code, 0);
    assert.equal(closed.code, 1012);
  });

  test('allows a foreign page that the setting names', async () => {
    const agent = await startAgent({ HEADLESS_AGENT_ORIGINS: 'https://shop.example, https://www.shop.example/' });
    const url = `${agent.url.replace('http', 'ws')}/agent`;
    const { client } = await PageClient.connect(url, { origin: 'https://www.shop.example' });
    client.close();
    const foreign = await PageClient.open(url, { origin: 'https://other.example' });
    assert.equal((await foreign.closed).code, 4403);
    await agent.stop();
  });
});
