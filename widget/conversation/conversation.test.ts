import { expect } from '@open-wc/testing';
import { answerOf, reduce, type ConversationEvent } from './conversation.ts';
import type { Item } from './items.ts';

function after(...events: readonly ConversationEvent[]): readonly Item[] {
  return events.reduce(reduce, [] as const);
}

const said: ConversationEvent = { type: 'said', id: 'm1', text: 'Hello' };
const requested: ConversationEvent = { type: 'call-requested', call: '1.0.0', turn: 1, tool: 'speak', args: {} };

function text(given: string, fields: Partial<Extract<ConversationEvent, { type: 'text' }>> = {}): ConversationEvent {
  return { type: 'text', turn: 1, round: 0, attempt: 0, text: given, whole: false, ...fields };
}

/** The transcript in one line for each row. */
function rows(items: readonly Item[]): string[] {
  return items.map((item) => {
    switch (item.kind) {
      case 'user':
        return `user ${item.text} ${item.state}`;
      case 'agent':
        return `agent ${item.id} ${item.text}${item.streaming ? ' …' : ''}`;
      case 'call':
        return `call ${item.id} ${item.state.phase}`;
      case 'thought':
        return `thought ${item.text}`;
      case 'note':
        return `note ${item.text}`;
    }
  });
}

describe('reduce', () => {
  it('shows what the person said at once, and whether it arrived', () => {
    expect(rows(after(said))).to.deep.equal(['user Hello waiting']);
    expect(rows(after(said, { type: 'delivery', id: 'm1', state: 'sent' }))).to.deep.equal(['user Hello sent']);
  });

  it('keeps whose words a message has', () => {
    const pasted = after({ ...said, origin: 'pasted' }, { type: 'delivery', id: 'm1', state: 'failed' });
    expect(pasted[0]).to.include({ origin: 'pasted', state: 'failed' });
  });

  it('joins the pieces of a text', () => {
    expect(rows(after(text('Good '), text('day')))).to.deep.equal(['agent 1.0 Good day …']);
  });

  it('shows no empty bubble', () => expect(after(text(''))).to.deep.equal([]));

  it('replaces a text by the whole of it', () => {
    expect(rows(after(text('Good '), text('Good day', { whole: true })))).to.deep.equal(['agent 1.0 Good day …']);
  });

  it('keeps thoughts apart from the words, and joins those that follow each other', () => {
    const thought = (given: string): ConversationEvent => ({ type: 'thought', text: given });
    const items = after(said, thought('Let me '), thought('see.'), text('One moment.'), requested, thought('Now.'));
    expect(rows(items)).to.deep.equal([
      'user Hello waiting',
      'thought Let me see.',
      'agent 1.0 One moment. …',
      'call 1.0.0 requested',
      'thought Now.',
    ]);
    expect(answerOf(items, 1)).to.equal('One moment.');
    expect(new Set(items.map(({ id }) => id)).size).to.equal(5);
  });

  it('replaces a text by the next attempt at it', () => {
    const items = after(text('Goo'), text('Hi', { attempt: 1 }), text(' there', { attempt: 1 }));
    expect(rows(items)).to.deep.equal(['agent 1.0 Hi there …']);
  });

  it('ignores pieces of an attempt that was given up', () => {
    expect(rows(after(text('Hi', { attempt: 1 }), text('old')))).to.deep.equal(['agent 1.0 Hi …']);
  });

  it('keeps the rounds of a turn apart, with their calls between them', () => {
    const items = after(said, text('One moment.'), requested, text('Done.', { round: 1 }));
    expect(rows(items)).to.deep.equal([
      'user Hello waiting',
      'agent 1.0 One moment. …',
      'call 1.0.0 requested',
      'agent 1.1 Done. …',
    ]);
  });

  it("puts a round's text before its calls even when it comes after them", () => {
    const items = after(said, requested, text('One moment.'));
    expect(rows(items)).to.deep.equal(['user Hello waiting', 'agent 1.0 One moment. …', 'call 1.0.0 requested']);
  });

  it("shows calls in the model's order, even when they are told as they were settled", () => {
    const calls = ['1.0.2', '1.1.0', '1.0.0', '1.0.10'].map((call) => ({ ...requested, call }));
    const ids = after(said, text('Well.', { round: 1 }), ...calls).map(({ id }) => id);
    expect(ids).to.deep.equal(['m1', '1.0.0', '1.0.2', '1.0.10', '1.1', '1.1.0']);
  });

  it('shows a call once, however often it is requested', () => {
    expect(rows(after(requested, requested))).to.deep.equal(['call 1.0.0 requested']);
  });

  it('never takes a call back', () => {
    const items = after(
      requested,
      { type: 'call-changed', call: '1.0.0', state: { phase: 'denied' } },
      { type: 'call-changed', call: '1.0.0', state: { phase: 'running', since: 0 } },
    );
    expect(rows(items)).to.deep.equal(['call 1.0.0 denied']);
  });

  it('leaves everything as it is when a call is unknown', () => {
    const before = after(requested);
    expect(reduce(before, { type: 'call-changed', call: '9.9.9', state: { phase: 'denied' } })).to.equal(before);
  });

  it('ends the text of a turn that is over', () => {
    expect(rows(after(text('Hi'), { type: 'turn-over', turn: 1 }))).to.deep.equal(['agent 1.0 Hi']);
  });

  for (const [phase, outcome] of [
    ['requested', 'cancelled'],
    ['asking', 'cancelled'],
    ['running', 'unknown'],
  ] as const) {
    it(`a call that was ${phase} when its turn ended is ${outcome}`, () => {
      const state = phase === 'running' ? { phase, since: 0 } : { phase };
      const items = after(requested, { type: 'call-changed', call: '1.0.0', state }, { type: 'turn-over', turn: 1 });
      expect(rows(items)).to.deep.equal([`call 1.0.0 ${outcome}`]);
    });
  }

  it('keeps the rows of a former session apart from those of a new one with the same numbers', () => {
    const items = after(text('old'), requested, { type: 'session-renewed' }, requested, text('new'));
    expect(rows(items)).to.deep.equal([
      'agent ~1.0 old',
      'call ~1.0.0 cancelled',
      'agent 1.0 new …',
      'call 1.0.0 requested',
    ]);
  });

  it('adds notes', () => {
    const note = { id: 'n1', tone: 'error', text: 'No model.', retry: 'm1' } as const;
    expect(after({ type: 'noted', note })).to.deep.equal([{ kind: 'note', ...note }]);
  });

  it('never changes what it was given', () => {
    const before = Object.freeze(after(said, text('Hi')));
    reduce(before, text(' there'));
    expect(rows(before)).to.deep.equal(['user Hello waiting', 'agent 1.0 Hi …']);
  });
});

describe('answerOf', () => {
  it("is the last round's text", () => {
    expect(answerOf(after(text('One moment.'), text('Done.', { round: 1 })), 1)).to.equal('Done.');
  });

  it('is empty when a turn ended without words', () => expect(answerOf(after(said), 1)).to.equal(''));
});
