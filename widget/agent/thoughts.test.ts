import { expect } from '@open-wc/testing';
import { beginTurn, rows, startAgent } from './harness.fixture.ts';

const thought = (text: string, turn = 1) => ({ type: 'turn.thought', turn, text }) as const;
const text = (given: string) => ({ type: 'turn.text', turn: 1, round: 1, attempt: 1, text: given }) as const;

describe('what the model thinks', () => {
  it('is a row of its own, and no part of the answer', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    for (const message of [thought('Let me '), thought('see.'), text('It is noon.')])
      harness.server.socket.say(message);
    harness.server.socket.say({ type: 'turn.ended', at: 'e1', turn: 1, reason: 'answered' });
    expect(await end).to.equal('It is noon.');
    expect(rows(harness)).to.deep.equal(['user Hello sent', 'thought Let me see.', 'agent It is noon.']);
  });

  it('of another turn is not shown', () => {
    const harness = startAgent();
    harness.server.welcome();
    beginTurn(harness);
    harness.server.socket.say(thought('Of long ago.', 7));
    expect(rows(harness)).to.deep.equal(['user Hello sent']);
  });
});
