import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { mayReadMetrics } from './metrics-access.ts';

function request(headers: Record<string, string | undefined> = {}, remoteAddress: string | undefined = '127.0.0.1') {
  return { headers: { host: '127.0.0.1:8787', ...headers }, socket: { remoteAddress } };
}

suite('who may read the metrics', () => {
  for (const [what, given] of Object.entries({
    'curl on this machine': request(),
    'curl that says localhost': request({ host: 'localhost:8787' }),
    'curl over IPv6': request({ host: '[::1]:8787' }, '::1'),
    'curl over IPv6 to an IPv4 address': request({}, '::ffff:127.0.0.1'),
  })) {
    test(`${what} may`, () => assert.equal(mayReadMetrics('local', given), 'allowed'));
  }

  for (const [what, given] of Object.entries({
    'another machine': request({}, '10.0.0.7'),
    'a socket without an address': request({}, ''),
    'a page whose name was pointed here': request({ host: 'rebound.example:8787' }),
    'a request without a host': request({ host: undefined }),
    ...Object.fromEntries(
      ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'x-forwarded-proto'].map((name) => [
        `whom a proxy asks for, by ${name}`,
        request({ [name]: '203.0.113.9' }),
      ]),
    ),
  })) {
    test(`${what} may not`, () => assert.equal(mayReadMetrics('local', given), 'forbidden'));
  }

  test('everybody may when they are open', () => {
    assert.equal(mayReadMetrics('open', request({ via: 'proxy', host: 'x.example' }, '203.0.113.9')), 'allowed');
  });

  test('with a token nobody may without it, from wherever they ask', () => {
    const access = { token: 'a-token-of-enough-length' };
    const ask = (authorization?: string) => mayReadMetrics(access, request({ authorization }));
    assert.equal(ask(`Bearer ${access.token}`), 'allowed');
    for (const wrong of [undefined, '', access.token, `bearer ${access.token}`, `Bearer ${access.token} `, 'Bearer ']) {
      assert.equal(ask(wrong), 'unauthorized');
    }
  });
});
