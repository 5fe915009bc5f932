import { expect } from '@open-wc/testing';
import { isLoopback, isPrivateHost } from './private-host.ts';

describe('isPrivateHost', () => {
  for (const host of [
    'localhost',
    'a.localhost',
    '127.0.0.1',
    '[::1]',
    '10.0.0.7',
    '192.168.1.2',
    '172.16.0.1',
    '172.31.9.9',
    'printer.local',
    '169.254.1.1',
    '[fd00::1]',
  ]) {
    it(`says yes to ${host}`, () => expect(isPrivateHost(host)).to.equal(true));
  }
  for (const host of ['example.com', 'localhost.example.com', '172.32.0.1', '11.0.0.1', '8.8.8.8', '[2001:db8::1]']) {
    it(`says no to ${host}`, () => expect(isPrivateHost(host)).to.equal(false));
  }
  it('knows loopback from the rest of a private network', () => {
    expect(isLoopback('127.0.0.1')).to.equal(true);
    expect(isLoopback('192.168.1.2')).to.equal(false);
  });
});
