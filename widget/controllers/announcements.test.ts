import { expect } from '@open-wc/testing';
import { cleanTaint } from '../../shared/taint.ts';
import type { AgentSnapshot } from '../agent/snapshot.ts';
import type { ConnectionState } from '../connection/state.ts';
import type { Item } from '../conversation/items.ts';
import { agent, ask, call, callStates, open, user } from '../views/panel.fixture.ts';
import { announcements } from './announcements.ts';

const names = { label: 'Assistant', titles: new Map([['basket_add', 'Add to the basket']]) };
const still: AgentSnapshot = {
  connection: open(),
  items: [],
  asks: [],
  working: false,
  restoring: false,
  taint: cleanTaint,
};
const lost: ConnectionState = { phase: 'lost', attempt: 1, retryAt: 0 };

function heard(before: Partial<AgentSnapshot>, after: Partial<AgentSnapshot>): readonly string[] {
  const said = announcements({ ...still, ...before }, { ...still, ...after }, names);
  return said.map(({ text, urgency }) => `${urgency}: ${text}`);
}

/** What is heard when one item takes the place of another. */
function heardOf(before: Item | undefined, after: Item): readonly string[] {
  return heard({ items: before ? [before] : [] }, { items: [after] });
}

describe('announcements', () => {
  it('are none for what did not change, what the person wrote, and text that still grows', () => {
    expect(heard({}, {})).to.deep.equal([]);
    expect(heardOf(undefined, user('u1', 'Hi'))).to.deep.equal([]);
    expect(heardOf(agent('1.0', 'A', true), agent('1.0', 'A b', true))).to.deep.equal([]);
  });

  it('say all that a turn said once it is complete, at once', () => {
    const growing = [agent('1.0', 'I look.', true), agent('1.1', 'Berlin.', true)];
    const whole = [agent('1.0', 'I look.'), agent('1.1', 'Berlin.')];
    expect(heard({ items: growing }, { items: whole })).to.deep.equal(['polite: Assistant: I look. Berlin.']);
    expect(heard({ items: whole }, { items: whole.map((item) => ({ ...item })) })).to.deep.equal([]);
  });

  it('say each phase of a call once, but not that it was requested', () => {
    const of = (phase: keyof typeof callStates): Item => call('1.0.0', 'speak', {}, callStates[phase]);
    expect(heardOf(undefined, of('requested'))).to.deep.equal([]);
    expect(heardOf(of('requested'), of('running'))).to.deep.equal(['polite: Reading aloud']);
    expect(heardOf(of('running'), of('running'))).to.deep.equal([]);
    expect(heardOf(of('running'), of('done'))).to.deep.equal(['polite: Read aloud']);
    expect(heardOf(of('running'), of('failed'))).to.deep.equal([
      'polite: Read a text aloud: The browser didn’t allow it.',
    ]);
  });

  it('name a tool of the site by its title', () => {
    const done = call('1.0.0', 'basket_add', {}, callStates.done);
    expect(heardOf(undefined, done)).to.deep.equal(['polite: Add to the basket: Done']);
  });

  it('say a question urgently, and again only when it becomes another', () => {
    const consent = ask();
    expect(heard({}, { asks: [consent] })).to.deep.equal([
      'assertive: Your approval is needed: Find out where you are?',
    ]);
    expect(heard({ asks: [consent] }, { asks: [{ ...consent }] })).to.deep.equal([]);
    expect(heard({ asks: [consent] }, { asks: [ask({ kind: 'gesture' })] })).to.have.length(1);
  });

  it('say an error urgently and a remark politely', () => {
    const note = { kind: 'note', id: 'n', text: 'Broken.' } as const;
    expect(heardOf(undefined, { ...note, tone: 'error' })).to.deep.equal(['assertive: Broken.']);
    expect(heardOf(undefined, { ...note, tone: 'info' })).to.deep.equal(['polite: Broken.']);
  });

  it('say once that the connection is lost, however many tries fail, and that it is back', () => {
    const trying: ConnectionState = { phase: 'connecting', attempt: 1 };
    expect(heard({}, { connection: lost })).to.deep.equal(['assertive: Connection lost.']);
    expect(heard({ connection: lost }, { connection: trying })).to.deep.equal([]);
    expect(heard({ connection: trying }, { connection: { ...lost, attempt: 2 } })).to.deep.equal([]);
    expect(heard({ connection: trying }, {})).to.deep.equal(['polite: Connected again.']);
    expect(heard({ connection: { phase: 'connecting', attempt: 0 } }, {})).to.deep.equal([]);
  });

  it('say nothing of what comes back with an earlier conversation, but for an open question', () => {
    const items = [call('1.0.0', 'speak', {}, callStates.done)];
    expect(heard({ restoring: true }, { items, asks: [ask()] })).to.deep.equal([
      'assertive: Your approval is needed: Find out where you are?',
    ]);
  });

  it('say why the server refused', () => {
    expect(heard({}, { connection: { phase: 'refused', code: 4403, reason: 'Not here.' } })).to.deep.equal([
      'assertive: Not here.',
    ]);
  });
});
