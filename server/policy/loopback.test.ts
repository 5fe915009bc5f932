import assert from 'node:assert/strict';
import test from 'node:test';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'localhost']) {
  test(`listening on ${address} reaches only this machine`, () => assert.equal(isLoopbackAddress(address), true));
}

for (const address of ['0.0.0.0', '::', '', '192.168.0.1', '10.127.0.0', 'localhost.example.com', '::ffff:10.0.0.1']) {
  test(`listening on "${address}" may reach further`, () => assert.equal(isLoopbackAddress(address), false));
}

for (const host of ['localhost', 'shop.localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
  test(`a page of ${host} comes from this machine`, () => assert.equal(isLoopbackHost(host), true));
}

for (const host of ['localhost.example', 'notlocalhost', '127.0.0.1.example', '1127.0.0.1', '127.evil.example', '']) {
  test(`a page of "${host}" may come from anywhere`, () => assert.equal(isLoopbackHost(host), false));
}
