import { expect } from '@open-wc/testing';
import { openWebSocket } from './socket.ts';

describe('openWebSocket', () => {
  it('tells when a socket ends that never opened', async () => {
    const url = new URL('/no-socket-here', location.href);
    url.protocol = 'ws:';
    const code = await new Promise((resolve) => {
      const opened = (): void => resolve('opened');
      const socket = openWebSocket(url, 'headless-agent.v1', { opened, received: () => {}, closed: resolve });
      socket.close();
    });
    expect(code).to.equal(1006);
  });
});
