import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { resetSocket } from './reset-socket.ts';

const module = fileURLToPath(new URL('./reset-socket.ts', import.meta.url));

test('the other side of a socket that is at work sees a reset', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const bound = server.address();
  assert.ok(typeof bound === 'object' && bound !== null);
  const accepted = once(server, 'connection');
  const client = connect(bound.port, '127.0.0.1');
  await once(client, 'connect');
  const [peer] = await accepted;
  resetSocket(client);
  const [error] = await once(peer, 'error');
  assert.equal(error.code, 'ECONNRESET');
});

/** A process that resets a socket in the very moment in which it ends, and then has nothing to do. */
const program = `
  import { connect, createServer } from 'node:net';
  import { resetSocket } from ${JSON.stringify(module)};
  const server = createServer((peer) => peer.on('error', () => {})).listen(0, '127.0.0.1', () => {
    const socket = connect(server.address().port, '127.0.0.1', () => {
      socket.end();
      process.nextTick(() => process.nextTick(() => resetSocket(socket)));
      server.close();
    });
    socket.on('error', () => {});
  });
`;

test('a process that reset a socket which was ending gets to its end', { timeout: 30_000 }, async (t) => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: 'inherit',
  });
  t.after(() => child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});
