import { expect } from '@open-wc/testing';
import { waitUntil } from '../scripts/wtr/wait-until.ts';
import { click, clickAt, focusPage, press, type } from '../scripts/wtr/devices.ts';
import { restoreAll, stub } from '../scripts/wtr/stub.ts';
import { type FakeSocket, fakeSockets } from './fake-socket.fixture.ts';
import { ask, connect, count, drawn, find, mount, partText } from './headless-agent.fixture.ts';
import { HeadlessAgent } from './headless-agent.ts';

HeadlessAgent.define();
before(() => focusPage());

let takeBack: () => void;

beforeEach(() => {
  takeBack = fakeSockets();
  sessionStorage.clear();
});

afterEach(() => {
  document.body.replaceChildren();
  restoreAll();
  takeBack();
});

const allow = '[part=approval-allow]';
const patience = { timeout: 8_000 };

/** An element with open questions about forgetting these keys. */
async function asking(...keys: readonly string[]): Promise<{ element: HeadlessAgent; socket: FakeSocket }> {
  const element = await mount();
  const socket = await connect(element);
  await ask(element, socket, 'Forget');
  for (const [at, key] of keys.entries()) {
    socket.say({ type: 'tool.call', turn: 1, call: `1.0.${at}`, name: 'memory_delete', args: { key } });
  }
  await waitUntil(() => count(element, '[part=approval]') === keys.length, 'not all cards opened', patience);
  await drawn(element);
  return { element, socket };
}

const isArmed = (element: HeadlessAgent, at = 0): boolean =>
  element.shadowRoot?.querySelectorAll<HTMLButtonElement>(allow)[at]?.hasAttribute('aria-disabled') === false;
const hasResults = (socket: FakeSocket, results: number): Promise<void> =>
  waitUntil(() => socket.all('tool.result').length === results, `there are not ${results} results`, patience);

describe('deciding on the page', () => {
  it('gives the focus to the next question after a decision: to its words, never to a button', async () => {
    const { element, socket } = await asking('home', 'work');
    find(element, '[part=approval-deny]').focus();
    await press('Enter');
    await hasResults(socket, 1);
    await waitUntil(() => element.shadowRoot?.activeElement?.getAttribute('part') === 'approval-title');
    expect(partText(element, 'approval-args')).to.equal('key work');
    await press('Enter', 'Escape', ' ');
    await drawn(element);
    expect(socket.all('tool.result')).to.have.length(1);
    find(element, '[part=approval-deny]').focus();
    await press('Enter');
    await hasResults(socket, 2);
    await waitUntil(() => element.shadowRoot?.activeElement?.getAttribute('part') === 'input');
  });

  it('keeps the other question open when one is denied, and runs it when it is allowed (038)', async () => {
    const { element, socket } = await asking('home', 'work');
    await click(find(element, '[part=approval-deny]'));
    await hasResults(socket, 1);
    await waitUntil(() => isArmed(element), 'the other was never armed', patience);
    await click(find(element, allow));
    await hasResults(socket, 2);
    expect(socket.all('tool.result').map(({ call, result }) => [call, result.ok])).to.deep.equal([
      ['1.0.0', false],
      ['1.0.1', true],
    ]);
  });

  it('runs once on a double click (039)', async () => {
    const { element, socket } = await asking('home');
    await waitUntil(() => isArmed(element), 'the card was never armed', patience);
    const { left, top, width, height } = find(element, allow).getBoundingClientRect();
    await Promise.all([0, 1].map(() => clickAt(left + width / 2, top + height / 2)));
    await hasResults(socket, 1);
    await clickAt(left + width / 2, top + height / 2);
    await drawn(element);
    expect(socket.all('tool.result')).to.have.length(1);
    expect(socket.all('tool.status').filter(({ status }) => status.state === 'decided')).to.have.length(1);
  });

  it('leaves a receipt at the chip', async () => {
    const { element, socket } = await asking('home');
    await waitUntil(() => isArmed(element), 'the card was never armed', patience);
    await click(find(element, allow));
    await hasResults(socket, 1);
    await waitUntil(() => count(element, '[part=receipt]') === 1, 'there is no receipt');
    expect(partText(element, 'receipt')).to.match(/^Allowed once · \d\d:\d\d$/);
    expect(count(element, '[part=approval]')).to.equal(0);
  });

  it('takes the card away at Stop, cancels the call, and gives the focus back to the composer (049)', async () => {
    const { element } = await asking('home');
    find(element, '[part=approval-deny]').focus();
    element.stop();
    await waitUntil(() => count(element, '[part=approval]') === 0);
    await waitUntil(() => element.shadowRoot?.activeElement?.getAttribute('part') === 'input');
    expect(find(element, '[part=call]').dataset['state']).to.equal('cancelled');
    expect(find(element, '[part=send-button]').isConnected).to.equal(true);
    expect(count(element, '[part=approval-bar]')).to.equal(0);
  });

  it('asks in the page itself, never by a dialog that a browser may suppress (051)', async () => {
    const used: string[] = [];
    for (const name of ['alert', 'confirm', 'prompt']) stub(window, name, () => used.push(name));
    const { element, socket } = await asking('home');
    await click(find(element, '[part=approval-deny]'));
    await hasResults(socket, 1);
    expect(used).to.deep.equal([]);
  });

  it('scrolls nothing while a card is open, whatever comes after it', async () => {
    const { element, socket } = await asking('home');
    const list = find(element, '.list');
    await waitUntil(() => isArmed(element), 'the card was never armed', patience);
    const top = list.scrollTop;
    for (let at = 1; at < 6; at += 1) {
      socket.say({ type: 'tool.call', turn: 1, call: `1.0.${at}`, name: 'memory_delete', args: { key: `${at}` } });
    }
    await waitUntil(() => count(element, '[part=approval]') === 6, 'not all cards opened', patience);
    await drawn(element);
    expect(list.scrollTop).to.equal(top);
    expect(partText(element, 'approval-count')).to.equal('1 of 6');
    expect(count(element, '[part=approval-bar]')).to.equal(0);
  });

  it('does not approve by Enter in the composer, nor deny by Escape', async () => {
    const { element, socket } = await asking('home');
    await waitUntil(() => isArmed(element), 'the card was never armed', patience);
    element.focus();
    await type('yes');
    await press('Enter', 'Escape');
    await drawn(element);
    expect(count(element, '[part=approval]')).to.equal(1);
    expect(socket.all('tool.result')).to.deep.equal([]);
  });
});
