import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { isAllowedOrigin, type OriginRule } from './origins.ts';

const open: OriginRule = { origins: ['https://good.example'], listensOn: '0.0.0.0' };
const local: OriginRule = { origins: ['https://good.example'], listensOn: '127.0.0.1' };
const host = 'agent.example.com';

suite('a server that others can reach', () => {
  const allowed = ['https://good.example', 'https://agent.example.com', 'http://agent.example.com'];
  for (const origin of allowed) {
    test(`allows ${origin}`, () => assert.equal(isAllowedOrigin(open, { origin, host }), true));
  }

  const refused = [
    undefined,
    ...['null', '', '*', 'https://evil.example', 'https://good.example.evil.example', 'https://evilgood.example'],
    ...['https://good.example:8443', 'http://good.example', 'https://good.example/', 'https://GOOD.example'],
    ...['https://agent.example.com.evil.example', 'https://agent.example.com:8443', 'https://x@agent.example.com'],
    ...[
      'http://localhost',
      'http://127.0.0.1:8787',
      'file://',
      'ws://agent.example.com',
      'https://agent.example.com/x',
    ],
  ];
  for (const origin of refused) {
    test(`refuses ${origin ?? 'a handshake that names no origin'} (067)`, () => {
      assert.equal(isAllowedOrigin(open, { origin, host }), false);
    });
  }

  test('compares its host with its port, whatever the case of the header', () => {
    const handshake = { origin: 'http://agent.example.com:8787', host: 'Agent.Example.com:8787' };
    assert.equal(isAllowedOrigin(open, handshake), true);
    assert.equal(isAllowedOrigin(open, { ...handshake, host: 'agent.example.com:9000' }), false);
    assert.equal(isAllowedOrigin(open, { ...handshake, host: undefined }), false);
  });
});

suite('a server that listens on loopback', () => {
  for (const origin of [
    'http://localhost:3000',
    'http://127.0.0.1:8787',
    'http://[::1]:5173',
    'https://shop.localhost',
  ]) {
    test(`allows ${origin}`, () => assert.equal(isAllowedOrigin(local, { origin, host: 'localhost:8787' }), true));
  }

  test('allows an origin that its operator named', () => {
    assert.equal(isAllowedOrigin(local, { origin: 'https://good.example', host }), true);
  });

  test('refuses a name from DNS that a stranger pointed at this machine, though it is the host of the request', () => {
    const handshake = { origin: 'http://rebound.example:8787', host: 'rebound.example:8787' };
    assert.equal(isAllowedOrigin(local, handshake), false);
  });

  for (const origin of [undefined, 'null', 'https://localhost.evil.example', 'http://127.0.0.1.evil.example']) {
    test(`refuses ${origin ?? 'a handshake that names no origin'} (067, 074)`, () => {
      assert.equal(isAllowedOrigin(local, { origin, host: 'localhost:8787' }), false);
    });
  }
});
