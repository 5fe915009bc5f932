import { expect } from '@open-wc/testing';
import { openWebSocket } from './socket.ts';

describe('openWebSocket', () => {
  it('tells when a socket ends that never opened', async () => {
    const url = new URL('/no-socket-here', location.href);
    url.protocol = 'ws:';
    const code = await new Promise((resolve) => {
      openWebSocket(url, 'headless-agent.v1', { opened: () => resolve('opened'), received: () => {}, closed: resolve });
    });
    expect(code).to.equal(1006);
  });
});
