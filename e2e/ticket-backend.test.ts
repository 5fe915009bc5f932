import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PageClient } from '../testing/page-client.ts';
import { startAgent, type AgentProcess } from './agent-process.ts';

// The backend of the README, run as it stands there, beside the server as a person would start it.
const secret = 'kept between the backend and the agent';
const origin = 'https://shop.example';
const builtins = ['memory_get', 'clipboard_write'];

let folder = '';
let port = 0;
let backend: ChildProcess | undefined;
let agent: AgentProcess | undefined;

before(async () => {
  await mkdir('.cache', { recursive: true });
  folder = await mkdtemp(join('.cache', 'ticket-backend-'));
  await writeFile(join(folder, 'backend.js'), await readSample());
  await writeFile(
    join(folder, 'your-sign-in.js'),
    'export const customerOf = ({ headers }) => headers["x-customer"];\n',
  );
  port = await findPort();
  const env = { ...process.env, PORT: String(port), HEADLESS_AGENT_TICKET_SECRET: secret };
  backend = spawn(process.execPath, [join(folder, 'backend.js')], { env, stdio: 'inherit' });
  agent = await startAgent({ HEADLESS_AGENT_TICKET_SECRET: secret, HEADLESS_AGENT_ORIGINS: origin });
  while (!(await askBackend().catch(() => undefined)));
});

after(async () => {
  backend?.kill();
  await agent?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The one block of the README that mints tickets. */
async function readSample(): Promise<string> {
  const blocks = (await readFile('README.md', 'utf8')).matchAll(/```js\n(.*?)```/gs);
  return [...blocks].map(([, code]) => code ?? '').find((code) => code.includes('mintTicket')) ?? assert.fail();
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

function askBackend(customer?: string, method = 'POST'): Promise<Response> {
  const headers: Record<string, string> = customer ? { 'x-customer': customer } : {};
  return fetch(`http://127.0.0.1:${port}/agent-ticket`, { method, headers });
}

async function fetchTicket(): Promise<string> {
  const answer: unknown = await (await askBackend('customer-7')).json();
  assert.ok(typeof answer === 'object' && answer !== null && 'ticket' in answer && typeof answer.ticket === 'string');
  return answer.ticket;
}

function socketUrl(): string {
  return `${agent?.url.replace('http', 'ws')}/agent`;
}

test('gives a ticket to who is signed in, which opens a session with its tools', async () => {
  const ticket = await fetchTicket();
  const { client, welcome } = await PageClient.connect(socketUrl(), { origin, builtins, hello: { ticket } });
  assert.deepEqual(welcome.tools, ['memory_get']);
  client.close();
});

test('gives none to anybody else, and the server lets nobody in without', async () => {
  assert.equal((await askBackend()).status, 403);
  assert.equal((await askBackend('customer-7', 'GET')).status, 403);
  const client = await PageClient.open(socketUrl(), { origin });
  client.hello();
  assert.deepEqual(await client.closed, { code: 4401, reason: 'ticket_refused: this server asks for a ticket' });
});

test('makes tickets that are good once', async () => {
  const ticket = await fetchTicket();
  const { client } = await PageClient.connect(socketUrl(), { origin, hello: { ticket } });
  client.close();
  const copy = await PageClient.open(socketUrl(), { origin });
  copy.hello({ ticket });
  assert.equal((await copy.closed).reason, 'ticket_refused: the ticket was used before');
});
