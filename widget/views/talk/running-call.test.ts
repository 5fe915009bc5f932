import { expect } from '@open-wc/testing';
import { click } from '../../../scripts/wtr/devices.ts';
import { FakeClock } from '../../tab/fake-clock.fixture.ts';
import { call, user } from '../panel.fixture.ts';
import { mountTalk } from './talk.fixture.ts';

const question = user('u1', 'Where am I?');
const running = (since: number) => call('1.0.0', 'geolocation_get', {}, { phase: 'running', since });

afterEach(() => document.body.replaceChildren());

describe('a call that runs', () => {
  it('shows how long after two seconds, second by second', async () => {
    const clock = new FakeClock();
    const { find, texts } = await mountTalk({ items: [question, running(clock.now())], working: true });
    const element = find('headless-agent-running');
    Object.assign(element, { clock });
    const after = async (ms: number): Promise<readonly string[]> => {
      clock.advance(ms);
      await Promise.resolve();
      await Promise.resolve();
      return texts('.elapsed');
    };
    await after(0);
    expect(await after(1_999)).to.deep.equal([]);
    expect(await after(1)).to.deep.equal(['2 s']);
    expect(await after(1_000)).to.deep.equal(['3 s']);
  });

  it('can be ended alone, and the focus stays at its line', async () => {
    const { panel, find } = await mountTalk({ items: [question, running(Date.now())], working: true });
    const button = find('.cancel');
    expect(button.getAttribute('aria-label')).to.equal('Cancel: Finding out where you are');
    if (!(await click(button))) return;
    expect(panel.intents).to.deep.equal(['end 1.0.0']);
    expect(panel.shadowRoot?.activeElement).to.equal(find('summary.call-line'));
  });

  it('can not be ended from a page that does not run it', async () => {
    const items = [question, running(Date.now())];
    const { all } = await mountTalk({ items, working: true }, (panel) => (panel.endable = false));
    expect(all('.cancel')).to.have.length(0);
  });

  it('has no clock left once it has an outcome', async () => {
    const items = [question, running(Date.now())];
    const { all, show } = await mountTalk({ items, working: true });
    await show({ items: [question, call('1.0.0', 'geolocation_get', {}, { phase: 'cancelled' })] });
    expect(all('headless-agent-running')).to.have.length(0);
  });
});
