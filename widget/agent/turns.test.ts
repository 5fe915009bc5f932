import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { words } from '../strings/words.ts';
import { beginTurn, callTool, rows, startAgent } from './harness.fixture.ts';

const text = (given: string, round = 0) => ({ type: 'turn.text', turn: 1, round, attempt: 0, text: given }) as const;
const ended = { type: 'turn.ended', at: 'e1', turn: 1, reason: 'answered' } as const;

function codeOf(error: unknown): string {
  return AgentError.is(error) ? error.code : String(error);
}

describe('a turn', () => {
  it("resolves with the last round's text", async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.server.socket.say(text('One moment.'));
    harness.server.socket.say(text('It is ', 1));
    harness.server.socket.say(text('noon.', 1));
    expect(harness.agent.snapshot.working).to.equal(true);
    harness.server.socket.say(ended);
    expect(await end).to.equal('It is noon.');
    expect(harness.agent.snapshot.working).to.equal(false);
    expect(rows(harness)).to.deep.equal(['user Hello sent', 'agent One moment.', 'agent It is noon.']);
  });

  it('is one at a time', async () => {
    const harness = startAgent();
    harness.server.welcome();
    beginTurn(harness);
    const error = await harness.agent.send('And now?').catch((thrown: unknown) => thrown);
    expect(codeOf(error)).to.equal('turn_busy');
    expect(harness.server.socket.heard.filter((type) => type === 'user.message')).to.have.length(1);
    expect(harness.events.filter(({ name }) => name === 'ha-send')).to.have.length(1);
  });

  it('fails with the reason that the server gives, and offers the message again', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { id, end } = beginTurn(harness);
    const error = { code: 'model_unavailable', message: 'The model does not answer.' } as const;
    harness.server.socket.say({ type: 'turn.failed', turn: 1, error });
    expect(codeOf(await end)).to.equal('model_unavailable');
    expect(harness.agent.snapshot.items.at(-1)).to.include({ tone: 'error', text: error.message, retry: id });
    expect(harness.events.find(({ name }) => name === 'ha-error')?.detail).to.deep.equal(error);
  });

  it('says when an answer was cut short', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.server.socket.say(text('Once upon'));
    harness.server.socket.say({ ...ended, reason: 'truncated' });
    expect(await end).to.equal('Once upon');
    expect(rows(harness).at(-1)).to.equal('note info The answer was cut short.');
  });

  it('waits for the socket when it is away, and is then said once', async () => {
    const harness = startAgent();
    void harness.agent.send('Hello');
    expect(rows(harness)).to.deep.equal(['user Hello waiting']);
    harness.server.welcome();
    expect(harness.server.socket.heard).to.deep.equal(['hello', 'user.message']);
  });

  it('is said again under its id after a cut, until it has ended', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { id, end } = beginTurn(harness);
    harness.server.socket.end(1006);
    harness.clock.advance(125);
    harness.server.welcome({ resumed: true });
    expect(harness.server.socket.received.at(-1)).to.deep.equal({
      ...{ type: 'user.message', id, text: 'Hello' },
      origin: 'script',
    });
    harness.server.socket.say(ended);
    await end;
    harness.server.socket.end(1006);
    harness.clock.advance(500);
    harness.server.welcome({ resumed: true });
    expect(harness.server.socket.heard).to.deep.equal(['hello']);
  });

  it('shows after a cut exactly what the server has (057)', async () => {
    const harness = startAgent();
    harness.server.welcome();
    beginTurn(harness);
    harness.server.socket.say(text('It is n'));
    harness.server.socket.end(1006);
    harness.clock.advance(125);
    harness.server.welcome({ resumed: true }).say({ ...text('It is noo'), attempt: 1, whole: true });
    harness.server.socket.say({ ...text('n.'), attempt: 1 });
    expect(rows(harness)).to.deep.equal(['user Hello sent', 'agent It is noon.']);
  });

  it('goes on when the server refuses the copy of a message that it is answering', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { id, end } = beginTurn(harness);
    const error = { code: 'turn_busy', message: 'Busy.' } as const;
    harness.server.socket.say({ type: 'turn.failed', message: id, error });
    harness.server.socket.say(text('Here.'));
    harness.server.socket.say(ended);
    expect(await end).to.equal('Here.');
  });

  it('that the server never had is refused with its code', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const answer = harness.agent.send('Hello').catch((thrown: unknown) => thrown);
    const message = harness.server.socket.received.at(-1);
    const id = message?.type === 'user.message' ? message.id : '';
    harness.server.socket.say({ type: 'turn.failed', message: id, error: { code: 'turn_busy', message: 'Busy.' } });
    expect(codeOf(await answer)).to.equal('turn_busy');
    expect(rows(harness)).to.deep.equal(['user Hello failed', 'note error Busy.']);
    expect(harness.agent.snapshot.items.at(-1)).to.not.have.property('retry');
  });

  it('fails with a note when the server no longer has the conversation', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.server.socket.say(text('It is'));
    harness.server.socket.end(1006);
    harness.clock.advance(125);
    harness.server.welcome({ session: 's2' });
    expect(codeOf(await end)).to.equal('disconnected');
    expect(rows(harness)).to.deep.equal([
      'user Hello sent',
      'agent It is',
      'note error The conversation was lost, and with it this answer.',
    ]);
  });

  it('is followed by one of the new conversation, which counts from one again', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.server.socket.end(1006);
    harness.clock.advance(125);
    harness.server.welcome({ session: 's2' });
    await end.catch(() => {});
    const next = beginTurn(harness);
    harness.server.socket.say(text('Here again.'));
    harness.server.socket.say(ended);
    expect(await next.end).to.equal('Here again.');
  });

  it('that had not begun is begun in the new conversation', async () => {
    const harness = startAgent();
    harness.server.welcome();
    void harness.agent.send('Hello');
    harness.server.socket.end(1006);
    harness.clock.advance(125);
    harness.server.welcome({ session: 's2' });
    expect(harness.server.socket.heard).to.deep.equal(['hello', 'user.message']);
    expect(rows(harness).at(-1)).to.match(/^note info The server no longer has this conversation/);
  });
});

describe('stop', () => {
  it('ends the turn here at once and tells the server', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.server.socket.say(text('Once'));
    harness.agent.stop();
    expect(codeOf(await end)).to.equal('turn_cancelled');
    expect(harness.server.socket.received.at(-1)).to.deep.equal({ type: 'turn.cancel', turn: 1 });
    harness.server.socket.say(text(' upon a time'));
    harness.server.socket.say({ ...ended, reason: 'cancelled' });
    expect(rows(harness)).to.deep.equal(['user Hello sent', 'agent Once', `note info ${words.errors.turn_cancelled}`]);
    expect(harness.agent.snapshot.working).to.equal(false);
  });

  it('keeps the next message until the server has ended the turn', async () => {
    const harness = startAgent();
    harness.server.welcome();
    beginTurn(harness);
    harness.agent.stop();
    void harness.agent.send('Next');
    expect(harness.server.socket.heard.filter((type) => type === 'user.message')).to.have.length(1);
    harness.server.socket.say({ ...ended, reason: 'cancelled' });
    expect(harness.server.socket.received.at(-1)).to.include({ type: 'user.message', text: 'Next' });
  });

  it('before the server has begun is passed on as soon as it has', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const answer = harness.agent.send('Hello').catch((thrown: unknown) => thrown);
    const message = harness.server.socket.received.at(-1);
    const id = message?.type === 'user.message' ? message.id : '';
    harness.agent.stop();
    expect(codeOf(await answer)).to.equal('turn_cancelled');
    harness.server.socket.say({ type: 'turn.started', at: 'a1', turn: 1, message: id });
    expect(harness.server.socket.received.at(-1)).to.deep.equal({ type: 'turn.cancel', turn: 1 });
  });

  it('while the socket is away is passed on when it is back', async () => {
    const harness = startAgent();
    harness.server.welcome();
    beginTurn(harness);
    harness.server.socket.end(1006);
    harness.agent.stop();
    harness.clock.advance(125);
    harness.server.welcome({ resumed: true });
    expect(harness.server.socket.received.at(-1)).to.deep.equal({ type: 'turn.cancel', turn: 1 });
  });

  it('of a message that never left sends nothing', async () => {
    const harness = startAgent();
    const answer = harness.agent.send('Hello').catch((thrown: unknown) => thrown);
    harness.agent.stop();
    await answer;
    harness.server.welcome();
    expect(harness.server.socket.heard).to.deep.equal(['hello']);
    expect(rows(harness)[0]).to.equal('user Hello failed');
  });

  it('ends a tool that never settles, closes its card, and drops what comes late (027, 028)', async () => {
    let signal: AbortSignal | undefined;
    const harness = startAgent({
      run: (context) => {
        signal = context.signal;
        return new Promise(() => {});
      },
    });
    harness.server.welcome();
    beginTurn(harness);
    await callTool(harness, 'speak');
    await callTool(harness, 'clipboard_write', '1.0.1');
    harness.agent.stop();
    expect(signal?.aborted).to.equal(true);
    expect(harness.agent.snapshot.asks).to.deep.equal([]);
    expect(rows(harness).filter((row) => row.startsWith('call'))).to.deep.equal([
      'call 1.0.0 unknown',
      'call 1.0.1 cancelled',
    ]);
    const { length } = harness.server.socket.heard;
    await callTool(harness, 'speak', '1.1.0');
    expect(harness.server.socket.heard).to.have.length(length);
  });

  it('does nothing when nothing runs', () => {
    const harness = startAgent();
    harness.server.welcome();
    harness.agent.stop();
    expect(rows(harness)).to.deep.equal([]);
  });
});
