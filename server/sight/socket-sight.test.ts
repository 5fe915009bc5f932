import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import test from 'node:test';
import { counted, metricsOf } from './sight.fixture.ts';
import { SocketSight } from './socket-sight.ts';

class FakeSocket extends EventEmitter {
  readonly raw = { bytesRead: 0, bytesWritten: 0 };

  constructor(sight: SocketSight) {
    super();
    sight.watch(this, this.raw);
  }
}

test('counts sockets as they come and go, by their close code', () => {
  const metrics = metricsOf();
  const sight = new SocketSight(metrics);
  const [first, second, third] = [new FakeSocket(sight), new FakeSocket(sight), new FakeSocket(sight)];
  assert.equal(sight.size, 3);
  first?.emit('close', 1006);
  second?.emit('close', 4409);
  third?.emit('close', 3999);
  assert.equal(sight.size, 0);
  assert.equal(metrics.socketsOpened.of().value, 3);
  assert.deepEqual(counted(metrics.socketsClosed), { '1006': 1, '4409': 1, other: 1 });
});

test('adds up the bytes of open sockets and of those that closed', () => {
  const metrics = metricsOf();
  const sight = new SocketSight(metrics);
  const [first, second] = [new FakeSocket(sight), new FakeSocket(sight)];
  Object.assign(first?.raw ?? {}, { bytesRead: 10, bytesWritten: 100 });
  Object.assign(second?.raw ?? {}, { bytesRead: 1, bytesWritten: 2 });
  sight.measure();
  assert.deepEqual([metrics.bytesReceived.of().value, metrics.bytesSent.of().value], [11, 102]);
  first?.emit('close', 1000);
  sight.measure();
  assert.deepEqual([metrics.bytesReceived.of().value, metrics.bytesSent.of().value], [11, 102]);
});

test('counts refusals by what they broke', () => {
  const metrics = metricsOf();
  const sight = new SocketSight(metrics);
  sight.refused('bad_message');
  sight.refused('too_fast');
  sight.helloRefused('ticket_refused');
  sight.helloRefused('too_fast');
  sight.helloRefused('version_mismatch');
  sight.limitHit('origin');
  assert.deepEqual(counted(metrics.framesRefused), { bad_message: 1, too_fast: 1 });
  assert.deepEqual(counted(metrics.limitsHit), { frames: 1, sessions: 1, origin: 1 });
  assert.equal(metrics.ticketsRefused.of().value, 1);
});
