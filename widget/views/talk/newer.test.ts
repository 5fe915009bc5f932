import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../scripts/wtr/wait-until.ts';
import { click, emulateMedia } from '../../../scripts/wtr/devices.ts';
import type { Item } from '../../conversation/items.ts';
import { agent, user } from '../panel.fixture.ts';
import { mountTalk, type Talk } from './talk.fixture.ts';

const long = 'A line of it.\n\n'.repeat(40);
const earlier: readonly Item[] = [user('u1', 'Tell me.'), agent('1.0', long)];
const button = ({ all }: Talk): HTMLElement | undefined => all('.newer').at(0);

async function scroll({ find, show }: Talk, top: number): Promise<void> {
  find('.list').scrollTop = top;
  await show({});
  await show({});
}

/** Where the element has drawn what it holds, the list stands at its end. */
async function atEnd(items = earlier): Promise<Talk> {
  const talk = await mountTalk({ items, restoring: true });
  await talk.show({ restoring: false });
  await scroll(talk, 1e6);
  return talk;
}

beforeEach(() => emulateMedia({ 'prefers-reduced-motion': 'reduce' }));
afterEach(async () => {
  document.body.replaceChildren();
  await emulateMedia({ 'prefers-reduced-motion': '' });
});

describe('the way down', () => {
  it('is not there while the end is in sight', async () => {
    expect(button(await atEnd())).to.equal(undefined);
  });

  it('is there as soon as the end is not, without a count of what was seen', async () => {
    const talk = await atEnd();
    await scroll(talk, 0);
    expect(button(talk)?.textContent.trim()).to.equal('');
    expect(button(talk)?.getAttribute('aria-label')).to.equal('Scroll down');
  });

  it('counts what has come since, in its name, too, and moves nothing by itself (077)', async () => {
    const talk = await atEnd();
    await scroll(talk, 0);
    await talk.show({ items: [...earlier, agent('1.1', 'One.'), agent('1.2', 'Two.')] });
    await talk.show({});
    expect(button(talk)?.textContent.trim()).to.equal('2 new');
    expect(button(talk)?.getAttribute('aria-label')).to.equal('Scroll down: 2 new');
    expect(talk.find('.list').scrollTop).to.equal(0);
  });

  it('leads to the first that is new, gives the focus to the list and goes', async () => {
    const talk = await atEnd();
    await scroll(talk, 0);
    await talk.show({ items: [...earlier, agent('1.1', 'One.'), agent('1.2', long)] });
    await talk.show({});
    const pressed = button(talk);
    if (!pressed || !(await click(pressed))) return;
    await talk.show({});
    await talk.show({});
    const list = talk.find('.list');
    const first = talk.all('.message').at(2);
    const below = (): number => (first?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().top;
    // Where the browser can't be told to be calm, it goes there smoothly.
    await waitUntil(() => Math.abs(below() - 12) <= 2, 'it did not come into sight');
    expect(talk.panel.shadowRoot?.activeElement).to.equal(list);
    await scroll(talk, 1e6);
    expect(button(talk)).to.equal(undefined);
    await scroll(talk, 0);
    expect(button(talk)?.textContent.trim()).to.equal('');
  });

  it('stands over the list and takes no room from it', async () => {
    const talk = await atEnd();
    const height = talk.find('.list').clientHeight;
    await scroll(talk, 0);
    expect(button(talk)).to.not.equal(undefined);
    expect(talk.find('.list').clientHeight).to.equal(height);
  });

  it('begins anew with a new conversation', async () => {
    const talk = await atEnd();
    await scroll(talk, 0);
    await talk.show({ items: [] });
    await talk.show({});
    expect(button(talk)).to.equal(undefined);
  });
});
