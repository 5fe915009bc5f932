import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { clientAddress, networkOf } from './address.ts';

suite('the address of a client', () => {
  const cases: readonly (readonly [
    why: string,
    remote: string | undefined,
    header: string | undefined,
    number,
    string,
  ])[] = [
    ['is the other end of the connection', '203.0.113.7', undefined, 0, '203.0.113.7'],
    ['is not what a stranger writes into a header', '203.0.113.7', '1.2.3.4', 0, '203.0.113.7'],
    ['is what our one proxy saw', '10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    ['is not what the client told our proxy', '10.0.0.1', '1.2.3.4, 203.0.113.7', 1, '203.0.113.7'],
    ['is what the outer of two proxies saw', '10.0.0.1', '1.2.3.4, 203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
    ['is the furthest that is known when a hop is missing', '10.0.0.1', '203.0.113.7', 2, '203.0.113.7'],
    ['is the connection when the proxy wrote nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['is the connection when the proxy wrote no address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['is the connection when the header is junk', '10.0.0.1', '203.0.113.7, <script>', 1, '10.0.0.1'],
    ['leaves out the port', '10.0.0.1', '203.0.113.7:4711', 1, '203.0.113.7'],
    ['leaves out brackets and port', '10.0.0.1', '[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['is IPv4 though it came in by IPv6', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
    ['is IPv4 however that is written', '::FFFF:cb00:7107', undefined, 0, '203.0.113.7'],
    ['leaves out the zone', 'fe80::1%eth0', undefined, 0, 'fe80::1'],
    ['is empty for a connection that is gone', undefined, undefined, 0, ''],
  ];
  for (const [why, remote, forwardedFor, proxies, expected] of cases) {
    test(why, () => assert.equal(clientAddress({ remote, forwardedFor }, proxies), expected));
  }
});

suite('the network of an address', () => {
  test('is an IPv4 address itself', () => assert.equal(networkOf('203.0.113.7'), '203.0.113.7'));

  for (const address of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:0:0:9', '2001:db8:1:2:3:4:5:6']) {
    test(`is 64 bits of ${address}`, () => assert.equal(networkOf(address), '2001:db8:1:2::/64'));
  }

  test('is another one for another household', () => {
    assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
    assert.equal(networkOf('::1'), '0:0:0:0::/64');
  });
});
