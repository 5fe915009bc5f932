import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { rows, startAgent } from './harness.fixture.ts';

function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'fulfilled',
    (error: unknown) => (AgentError.is(error) ? error.code : error),
  );
}

describe('what is said', () => {
  it('must be a text', async () => {
    const { agent } = startAgent();
    for (const text of ['', ' \n']) expect(await codeOf(agent.send(text))).to.be.instanceOf(TypeError);
    const untyped: { send(text: unknown): Promise<unknown> } = Object.create(agent, {
      send: { value: (text: string) => agent.send(text) },
    });
    expect(await codeOf(untyped.send(7))).to.be.instanceOf(TypeError);
  });

  it('has the length that the server gives', async () => {
    const { agent, server } = startAgent();
    server.welcome();
    expect(await codeOf(agent.send('x'.repeat(16_001)))).to.equal('too_large');
    expect(rows({ ...startAgent(), agent })).to.deep.equal([]);
  });

  it('by the person is not taken while an answer is being made', () => {
    const harness = startAgent();
    harness.server.welcome();
    expect(harness.agent.say('One')).to.equal(true);
    expect(harness.agent.say('Two')).to.equal(false);
    expect(rows(harness).at(-1)).to.equal('note error Not sent. The last message is still being answered.');
  });

  it('does not take what the person wrote when it may not be said, and says why once', () => {
    const harness = startAgent();
    harness.server.welcome().end(4403);
    expect(harness.agent.say('Hello')).to.equal(false);
    expect(harness.agent.say('Hello')).to.equal(false);
    expect(rows(harness)).to.deep.equal(['note error Not sent. The server doesn’t accept this page.']);
  });

  it('does not take a text that is too long for the server', () => {
    const harness = startAgent();
    harness.server.welcome();
    expect(harness.agent.say('x'.repeat(16_001))).to.equal(false);
    expect(rows(harness)).to.deep.equal(['note error Not sent. A message can have 16000 characters at most.']);
  });

  it('leaves a text that the page keeps back with the person, without a word', () => {
    const harness = startAgent();
    harness.server.welcome();
    harness.vetoes.add('ha-send');
    expect(harness.agent.say('Hello')).to.equal(false);
    expect(rows(harness)).to.deep.equal([]);
    harness.vetoes.clear();
    expect(harness.agent.say('Hello')).to.equal(true);
    expect(rows(harness)).to.deep.equal(['user Hello waiting']);
  });
});
