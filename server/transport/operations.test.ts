import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, test } from 'node:test';
import { PageClient } from '../../testing/page-client.ts';
import { modelOf, start, stopServers } from '../agent-server.fixture.ts';
import type { SessionEvent } from '../loop/event.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';

const token = 'a-token-of-enough-length';

afterEach(stopServers);

class BrokenStore extends MemorySessionStore<SessionEvent> {
  override async ready(): Promise<void> {
    throw new Error('redis://secret@10.0.0.7 refused');
  }
}

describe('/healthz', () => {
  test('says that the server is alive and who it is, and nothing of who is there', async () => {
    const { http } = await start({ model: modelOf() });
    const health: unknown = await (await fetch(`${http}/healthz`)).json();
    assert.ok(typeof health === 'object' && health !== null);
    assert.deepEqual(Object.keys(health), ['name', 'version', 'status', 'path', 'model', 'rehearsal']);
  });
});

describe('/readyz', () => {
  test('is 200 while the server can work', async () => {
    const { http } = await start({ model: modelOf() });
    const response = await fetch(`${http}/readyz`);
    assert.deepEqual([response.status, await response.json()], [200, { status: 'ready' }]);
  });

  test('is 503 with the reason while the store is away, without its address', async () => {
    const store = new BrokenStore({ expiryMs: 1_000 });
    const { http } = await start({ model: modelOf(), store });
    const response = await fetch(`${http}/readyz`);
    assert.equal(response.status, 503);
    assert.deepEqual(await response.json(), { status: 'not ready', reason: 'The session store can not be reached.' });
    assert.equal((await fetch(`${http}/healthz`)).status, 200);
  });
});

describe('/metrics', () => {
  async function lines(http: string): Promise<string[]> {
    return (await (await fetch(`${http}/metrics`)).text()).split('\n');
  }

  test('shows a program on this machine what the server does', async () => {
    const { http, url } = await start({ model: modelOf([{ name: 'speak', args: { text: 'hi' } }], 'Done.') });
    const { client } = await PageClient.connect(url, { builtins: ['speak'], tools: { speak: () => ({}) } });
    await client.ask('Say hi.');
    const shown = await lines(http);
    for (const line of [
      'headless_agent_sockets 1',
      'headless_agent_sessions 1',
      'headless_agent_attached_total{session="new"} 1',
      'headless_agent_turns_total{reason="answered"} 1',
      'headless_agent_turns_running 0',
      'headless_agent_model_requests_total{outcome="calls"} 1',
      'headless_agent_model_requests_total{outcome="answered"} 1',
      'headless_agent_tool_calls_total{tool="speak",outcome="done",asked="no"} 1',
      'headless_agent_frames_received_total 3',
    ]) {
      assert.ok(shown.includes(line), line);
    }
    assert.ok(shown.some((line) => /^headless_agent_bytes_sent_total [1-9]/.test(line)));
    assert.ok(shown.some((line) => /^nodejs_eventloop_lag_p99_seconds \d/.test(line)));
  });

  test('are for this machine: whom a proxy asks for is told how to be let in', async () => {
    const { http } = await start({ model: modelOf() });
    const response = await fetch(`${http}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    assert.equal(response.status, 403);
    assert.match(await response.text(), /HEADLESS_AGENT_METRICS_TOKEN/);
  });

  test('are for whoever has the token, once there is one', async () => {
    const { http } = await start({ model: modelOf(), metrics: { token } });
    const refused = await fetch(`${http}/metrics`);
    assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, 'Bearer']);
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.9' };
    assert.equal((await fetch(`${http}/metrics`, { headers })).status, 200);
  });

  test('are not there when they are off, and can be shown elsewhere', async () => {
    const { http, server } = await start({ model: modelOf(), metrics: 'off' });
    assert.equal((await fetch(`${http}/metrics`)).status, 404);
    assert.match(await server.metrics(), /^headless_agent_sockets 0$/m);
  });
});

test('the page for operators lists every metric, and no other', async () => {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const { server } = await start({ model: modelOf() });
  const text = await server.metrics();
  const shown = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  const listed = [...page.matchAll(/^\| `((?:headless_agent|nodejs|process)_\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(
    shown.filter((name) => !listed.includes(name)),
    [],
  );
  // What Node and Linux tell differs by machine and version.
  const ours = (name: string | undefined) => name?.startsWith('headless_agent_');
  assert.deepEqual(listed.filter(ours).toSorted(), shown.filter(ours).toSorted());
});
