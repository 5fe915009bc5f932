import { expect } from '@open-wc/testing';
import { click } from '../../../scripts/wtr/devices.ts';
import type { CallItem } from '../../conversation/items.ts';
import { ask, agent, call, callStates, user } from '../panel.fixture.ts';
import { mountTalk, type Talk } from './talk.fixture.ts';

type Phase = keyof typeof callStates;

function callsOf(...phases: readonly Phase[]): readonly CallItem[] {
  return phases.map((phase, at) => call(`1.0.${at}`, 'geolocation_get', {}, callStates[phase]));
}

const question = user('u1', 'Do it.');
const shown = ({ all }: Talk): readonly (string | undefined)[] =>
  all('.call').flatMap((chip) => (chip.checkVisibility() ? [chip.dataset['state']] : []));

afterEach(() => document.body.replaceChildren());

describe('calls in a row', () => {
  it('stand one by one while they are three at most', async () => {
    const talk = await mountTalk({ items: [question, ...callsOf('done', 'done', 'done')] });
    expect(talk.all('.steps')).to.have.length(0);
    expect(shown(talk)).to.have.length(3);
  });

  it('fold into one line above that, which unfolds them', async () => {
    const talk = await mountTalk({ items: [question, ...callsOf('done', 'done', 'done', 'done')] });
    expect(talk.texts('.steps')).to.deep.equal(['4 steps · 4 done']);
    expect(shown(talk)).to.deep.equal([]);
    const button = talk.find('.steps');
    expect(button.getAttribute('aria-expanded')).to.equal('false');
    if (!(await click(button))) return;
    await talk.show({});
    expect(button.getAttribute('aria-expanded')).to.equal('true');
    expect(shown(talk)).to.have.length(4);
    await click(button);
    await talk.show({});
    expect(shown(talk)).to.deep.equal([]);
  });

  it('hide only what is done', async () => {
    const phases: readonly Phase[] = [
      'done',
      'running',
      'failed',
      'timed-out',
      'unknown',
      'denied',
      'cancelled',
      'done',
    ];
    const talk = await mountTalk({ items: [question, ...callsOf(...phases)] });
    expect(talk.texts('.steps')).to.deep.equal(['8 steps · 2 done']);
    expect(shown(talk)).to.deep.equal(phases.filter((phase) => phase !== 'done'));
  });

  it('hold still while one of them asks', async () => {
    const items = [question, ...callsOf('done', 'done', 'done', 'asking')];
    const talk = await mountTalk({ items: items.slice(0, 4), working: true });
    await talk.show({ items, asks: [ask({ call: '1.0.3' })] });
    expect(shown(talk)).to.deep.equal(['done', 'done', 'done', 'asking']);
    await talk.show({ items: [question, ...callsOf('done', 'done', 'done', 'running')], asks: [] });
    expect(shown(talk)).to.deep.equal(['running']);
  });

  it('do not fold what the person has opened', async () => {
    const items = [question, ...callsOf('done', 'done', 'done', 'done')];
    const talk = await mountTalk({ items: items.slice(0, 4) });
    talk.find('.call-line').click();
    await talk.show({ items });
    expect(shown(talk)).to.deep.equal(['done']);
  });

  it('end where words stand between them', async () => {
    const words = agent('1.1', 'One more.');
    const more = call('1.1.0', 'memory_get', {}, callStates.done);
    const talk = await mountTalk({ items: [question, ...callsOf('done', 'done', 'done', 'done'), words, more] });
    expect(talk.texts('.steps')).to.deep.equal(['4 steps · 4 done']);
    expect(shown(talk)).to.deep.equal(['done']);
  });

  it('unfold when words come between them', async () => {
    const calls = callsOf('done', 'done', 'done', 'done');
    const talk = await mountTalk({ items: [question, ...calls] });
    await talk.show({ items: [question, ...calls.slice(0, 2), agent('1.1', 'So.'), ...calls.slice(2)] });
    expect(shown(talk)).to.have.length(4);
  });
});
