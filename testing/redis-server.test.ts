import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import { missingRedis, startRedisServer, type RedisServer } from './redis-server.ts';

/** What the server answers to one command. */
async function ask({ port }: RedisServer, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${command}\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer).trim();
}

test('comes back after a kill with what it had made safe', { skip: missingRedis }, async () => {
  const server = await startRedisServer({ appendfsync: 'always' });
  try {
    assert.equal(await ask(server, 'SET key value'), '+OK');
    await server.kill();
    await server.kill();
    await assert.rejects(ask(server, 'PING'), /ECONNREFUSED/);
    await server.restart();
    assert.match(await ask(server, 'GET key'), /value/);
    await assert.rejects(server.restart(), /still runs/);
  } finally {
    await server.stop();
  }
});

test('runs several at once, each with keys of its own', { skip: missingRedis }, async () => {
  const servers = await Promise.all([startRedisServer(), startRedisServer()]);
  const [first, second] = servers;
  try {
    await ask(first, 'SET key value');
    assert.equal(await ask(second, 'EXISTS key'), ':0');
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});
