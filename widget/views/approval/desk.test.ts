import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../scripts/wtr/wait-until.ts';
import { click, focusPage, press, type } from '../../../scripts/wtr/devices.ts';
import type { Ask } from '../../approvals/ask.ts';
import { axeViolations } from '../axe.fixture.ts';
import { agent, ask, call, callStates, definePanelFixture, PanelFixture, user } from '../panel.fixture.ts';
import { delicate, plain } from './card.fixture.ts';

definePanelFixture();
before(() => focusPage());
afterEach(() => document.body.replaceChildren());

async function mount(): Promise<PanelFixture> {
  const panel = new PanelFixture();
  document.body.append(panel);
  await panel.show({});
  return panel;
}

function all(panel: PanelFixture, selector: string): readonly HTMLElement[] {
  return [...(panel.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
}

function find(panel: PanelFixture, selector: string): HTMLElement {
  const [found] = all(panel, selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
}

const textOf = (element: HTMLElement): string => element.textContent.replaceAll(/\s+/g, ' ').trim();
const appears = (panel: PanelFixture, selector: string): Promise<void> =>
  waitUntil(() => all(panel, selector).length > 0, `${selector} never came`);
const goes = (panel: PanelFixture, selector: string): Promise<void> =>
  waitUntil(() => all(panel, selector).length === 0, `${selector} stayed`);

const forget = (index: number): Ask =>
  ask({ ...plain, call: `1.0.${index}`, args: { key: `key ${index}` }, hash: `h${index}` });

async function showAsks(panel: PanelFixture, asks: readonly Ask[], before = 'Hi'): Promise<void> {
  const calls = asks.map(({ call: id, tool, args }) => call(id, tool, args, callStates.asking));
  await panel.show({ items: [user('u1', 'Hi'), agent('1.0', before), ...calls], asks, working: true });
}

describe('desk: the bar', () => {
  it('is there only while an open card is out of sight, and brings it back', async () => {
    const panel = await mount();
    await showAsks(panel, [forget(0)], 'word '.repeat(1_500));
    await appears(panel, '[part=approval-bar]');
    expect(textOf(find(panel, '[part=approval-bar]'))).to.equal('Waits for you: Forget something? Show');
    await click(find(panel, '[part=approval-bar]'));
    await goes(panel, '[part=approval-bar]');
    expect(find(panel, '.card-title').matches(':focus')).to.equal(true);
    expect(panel.intents).to.deep.equal([]);
  });

  it('is not there for a card in sight', async () => {
    const panel = await mount();
    await showAsks(panel, [forget(0)]);
    await appears(panel, '[part=approval]');
    await goes(panel, '[part=approval-bar]');
  });

  it('counts several', async () => {
    const panel = await mount();
    await showAsks(panel, [forget(0), forget(1)], 'word '.repeat(1_500));
    await waitUntil(() => all(panel, '[part=approval-bar]').some((bar) => textOf(bar).startsWith('2 questions')));
  });

  it('is all of a danger card while the person types, until they turn to it', async () => {
    const panel = await mount();
    find(panel, 'textarea').focus();
    await type('And one');
    await showAsks(panel, [ask(delicate)]);
    await appears(panel, '[part=approval-bar]');
    expect(all(panel, '[part=approval]')).to.have.length(0);
    await type(' more');
    await press('Enter');
    expect(panel.intents).to.deep.equal([]);
    await click(find(panel, '[part=approval-bar]'));
    await appears(panel, '[part=approval]');
    await goes(panel, '[part=approval-bar]');
  });

  it('leaves a card that is not delicate open while the person types', async () => {
    const panel = await mount();
    find(panel, 'textarea').focus();
    await type('And one');
    await showAsks(panel, [forget(0)]);
    expect(all(panel, '[part=approval]')).to.have.length(1);
    expect(find(panel, 'textarea').matches(':focus')).to.equal(true);
  });
});

describe('desk: several questions', () => {
  it('are counted, each at its call, and each waits: none is shown as failed (043)', async () => {
    const panel = await mount();
    await showAsks(panel, [forget(0), ask({ call: '1.0.1', hash: 'g' })]);
    expect(all(panel, '[part=approval-count]').map(textOf)).to.deep.equal(['1 of 2', '2 of 2']);
    expect(all(panel, '[part=call]').map(({ dataset }) => dataset['state'])).to.deep.equal(['asking', 'asking']);
    expect(all(panel, '[part=approval-together]')).to.have.length(0);
  });

  it('are shown beside what their call has told already (042)', async () => {
    const panel = await mount();
    const state = { phase: 'running', since: 0, progress: 'half way' } as const;
    await panel.show({ items: [user('u1', 'Hi'), call('1.0.0', 'speak', {}, state)], asks: [forget(0)] });
    expect(all(panel, '[part=approval]')).to.have.length(1);
    expect(textOf(find(panel, '[part=call-state]'))).to.equal('half way');
    find(panel, '.card-title').focus();
    expect(find(panel, '.card-title').matches(':focus')).to.equal(true);
  });

  it('stay open when one of them is denied (038)', async () => {
    const panel = await mount();
    await showAsks(panel, [forget(0), forget(1)]);
    await click(find(panel, '[part=approval-deny]'));
    expect(panel.intents).to.deep.equal(['decide 1.0.0 denied']);
    const denied = call('1.0.0', 'memory_delete', {}, callStates.denied);
    const { items } = panel.state;
    await panel.show({
      items: [...items.slice(0, 2), { ...denied, receipt: { decision: 'denied', at: 0 } }, ...items.slice(3)],
      asks: [forget(1)],
    });
    expect(all(panel, '[part=approval]')).to.have.length(1);
    expect(textOf(find(panel, '[part=approval-args]'))).to.equal('key key 1');
    expect(textOf(find(panel, '[part=receipt]'))).to.match(/^Denied · \d\d:\d\d$/);
  });

  it('of one kind are answered by one card that lists them whole, and apart again on demand', async () => {
    const panel = await mount();
    await showAsks(panel, [forget(0), forget(1), forget(2)]);
    expect(textOf(find(panel, '[part=approval-together]'))).to.equal('Answer 3 together');
    await click(find(panel, '[part=approval-together]'));
    await waitUntil(() => all(panel, '[part=approval]').length === 1, 'the cards stayed apart');
    expect(textOf(find(panel, '[part=approval-title]'))).to.equal('Forget something, 3 times?');
    expect(textOf(find(panel, '[part=approval-args]'))).to.equal('key key 0 key key 1 key key 2');
    expect(await axeViolations(panel)).to.deep.equal([]);
    await click(find(panel, '[part=approval-together]'));
    await waitUntil(() => all(panel, '[part=approval]').length === 3, 'the cards stayed together');
  });

  it('answered together are decided together', async () => {
    const panel = await mount();
    await showAsks(panel, [forget(0), forget(1)]);
    await click(find(panel, '[part=approval-together]'));
    await waitUntil(() => all(panel, '[part=approval]').length === 1, 'the cards stayed apart');
    expect(textOf(find(panel, '[part=approval-allow]'))).to.equal('Allow all 2 once');
    await waitUntil(() => all(panel, '[part=approval-allow]:not([aria-disabled])').length === 1, 'never armed', {
      timeout: 5_000,
    });
    await click(find(panel, '[part=approval-allow]'));
    expect(panel.intents).to.deep.equal(['decideAll 1.0.0 1.0.1 once']);
    expect(panel.clicks[0]?.isTrusted).to.equal(true);
  });

  it('come apart when the card that lists them is gone', async () => {
    const panel = await mount();
    await showAsks(panel, [forget(0), forget(1)]);
    await click(find(panel, '[part=approval-together]'));
    await waitUntil(() => all(panel, '[part=approval]').length === 1, 'the cards stayed apart');
    await showAsks(panel, [forget(1)]);
    await waitUntil(() => textOf(find(panel, '[part=approval-title]')) === 'Forget something?', 'no card was left');
  });
});

describe('desk: the hem', () => {
  const taint = { untrusted: ['clipboard_read'], sensitive: ['geolocation_get'] };

  it('is not there while nothing was read', async () => {
    expect(all(await mount(), '[part=hem]')).to.have.length(0);
  });

  it('says what was read, explains it, and offers to start clean', async () => {
    const panel = await mount();
    await panel.show({ taint });
    await appears(panel, '[part=hem-button]');
    expect(textOf(find(panel, '[part=hem-button]'))).to.equal('Has read your clipboard');
    await click(find(panel, '[part=hem-button]'));
    await appears(panel, '[part=hem-text]');
    expect(textOf(find(panel, '[part=hem-text]'))).to.include('It has seen something personal: where you are.');
    expect(await axeViolations(panel)).to.deep.equal([]);
    await click(find(panel, '[part=hem-clean]'));
    expect(panel.intents).to.deep.equal(['clear']);
  });

  it('is closed by Escape, which leaves the focus on its button', async () => {
    const panel = await mount();
    await panel.show({ taint });
    await appears(panel, '[part=hem-button]');
    await click(find(panel, '[part=hem-button]'));
    await appears(panel, '[part=hem-text]');
    find(panel, '[part=hem-close]').focus();
    await press('Escape');
    await goes(panel, '[part=hem-text]');
    expect(find(panel, '[part=hem-button]').matches(':focus')).to.equal(true);
  });

  it('has nothing to open once the conversation is new', async () => {
    const panel = await mount();
    await panel.show({ taint });
    await appears(panel, '[part=hem-button]');
    await panel.show({ taint: { untrusted: [], sensitive: [] } });
    await goes(panel, '[part=hem]');
  });
});
