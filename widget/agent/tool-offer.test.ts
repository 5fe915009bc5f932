import { expect } from '@open-wc/testing';
import type { SessionMessage } from '../connection/connection-options.ts';
import { ToolOffer } from './tool-offer.ts';

function setUp() {
  const state = { builtins: ['speak'], isOpen: true };
  const sent: SessionMessage[] = [];
  const offer = new ToolOffer({
    current: () => ({ builtins: [...state.builtins], pageTools: [] }),
    send: (message) => {
      if (state.isOpen) sent.push(message);
      return state.isOpen;
    },
  });
  return { offer, state, sent };
}

describe('the tool offer', () => {
  it('says nothing when nothing has changed', async () => {
    const { offer, sent } = setUp();
    offer.take();
    offer.changed();
    await Promise.resolve();
    expect(sent).to.deep.equal([]);
  });

  it('makes one message of several changes', async () => {
    const { offer, state, sent } = setUp();
    offer.take();
    state.builtins = ['speak', 'memory_get'];
    offer.changed();
    state.builtins = ['memory_get'];
    offer.changed();
    await Promise.resolve();
    expect(sent).to.deep.equal([{ type: 'tools.changed', builtins: ['memory_get'], pageTools: [] }]);
  });

  it('tells what changed while the socket was away', () => {
    const { offer, state, sent } = setUp();
    offer.take();
    state.isOpen = false;
    state.builtins = [];
    offer.tell();
    state.isOpen = true;
    offer.tell();
    expect(sent).to.deep.equal([{ type: 'tools.changed', builtins: [], pageTools: [] }]);
  });
});
