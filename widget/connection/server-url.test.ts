import { expect } from '@open-wc/testing';
import { serverUrl } from './server-url.ts';

const page = 'https://shop.example.com/basket/';

describe('serverUrl', () => {
  for (const [server, href] of [
    ['wss://agent.example.com/agent', 'wss://agent.example.com/agent'],
    ['https://agent.example.com', 'wss://agent.example.com/agent'],
    ['http://localhost:8787/', 'ws://localhost:8787/agent'],
    ['ws://localhost:8787/other', 'ws://localhost:8787/other'],
    ['/agent', 'wss://shop.example.com/agent'],
    ['agent', 'wss://shop.example.com/basket/agent'],
    ['//agent.example.com', 'wss://agent.example.com/agent'],
    [' wss://agent.example.com/agent#top ', 'wss://agent.example.com/agent'],
  ] as const) {
    it(`makes ${href} of "${server}"`, () => expect(serverUrl(server, page).href).to.equal(href));
  }

  for (const [server, message] of [
    ['ftp://agent.example.com', /server="ftp:\/\/agent\.example\.com": ftp: can not be connected to\. Use wss:/],
    ['javascript:alert(1)', /javascript: can not be connected to/],
    ['https://', /this is no URL\. Use one such as wss:/],
  ] as const) {
    it(`refuses "${server}"`, () => expect(() => serverUrl(server, page)).to.throw(TypeError, message));
  }

  for (const server of [undefined, '', ' ']) {
    it(`needs more than ${JSON.stringify(server)}`, () => {
      expect(() => serverUrl(server, page)).to.throw(TypeError, /server: missing\. Set it: <headless-agent server=/);
    });
  }
});
