import { expect } from '@open-wc/testing';
import type { ToolChoice } from '../../shared/protocol.ts';
import { startAgent } from './harness.fixture.ts';

/** What the server is told with a message. */
function sent(setting: string | null | undefined, own?: ToolChoice): unknown {
  const { agent, server } = startAgent({ settings: { toolChoice: setting } });
  server.welcome();
  agent.send('Hello', own === undefined ? {} : { toolChoice: own }).catch(() => {});
  const message = server.socket.received.findLast(({ type }) => type === 'user.message');
  agent.stop();
  return message && 'toolChoice' in message ? message.toolChoice : undefined;
}

describe('the tool choice of a message', () => {
  it("is the element's: a word, or the name of a tool", () => {
    expect(['auto', 'required', 'none', 'cart_add'].map((setting) => sent(setting))).to.deep.equal([
      'auto',
      'required',
      'none',
      { tool: 'cart_add' },
    ]);
  });

  it("is the server's where the element says nothing", () => {
    expect([undefined, null, ''].map((setting) => sent(setting))).to.deep.equal([undefined, undefined, undefined]);
  });

  it('of its own goes before the one of the element', () => {
    expect(sent('none', { tool: 'speak' })).to.deep.equal({ tool: 'speak' });
    expect(sent('cart_add', 'auto')).to.equal('auto');
  });
});
