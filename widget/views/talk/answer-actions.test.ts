import { expect } from '@open-wc/testing';
import { click, press } from '../../../scripts/wtr/devices.ts';
import { restoreAll, stub } from '../../../scripts/wtr/stub.ts';
import { agent, user } from '../panel.fixture.ts';
import { mountTalk } from './talk.fixture.ts';

const answered = [user('u1', 'Where am I?'), agent('1.0', 'I’ll *look*.'), agent('1.1', '**Berlin**')];

function stubClipboard(writeText: (text: string) => Promise<void>): void {
  stub(navigator, 'clipboard', { writeText });
}

afterEach(() => {
  document.body.replaceChildren();
  restoreAll();
});

describe('under an answer', () => {
  it('are the ways to go on, the newest question’s own among them', async () => {
    const { texts, show } = await mountTalk({ items: answered });
    expect(texts('.action')).to.deep.equal(['Copy', 'Ask again', 'Edit question']);
    await show({ items: [...answered, user('u2', 'And?'), { ...agent('2.0', 'That is all.'), turn: 2 }] });
    expect(texts('.action')).to.deep.equal(['Copy', 'Ask again', 'Copy', 'Ask again', 'Edit question']);
  });

  it('is nothing while it is being made, nor can what is under earlier ones be pressed then', async () => {
    const items = [...answered, user('u2', 'And?')];
    const { all, find, texts, show } = await mountTalk({ items, working: true });
    expect(texts('.latest .action')).to.deep.equal([]);
    expect(getComputedStyle(find('.action')).visibility).to.equal('hidden');
    await show({ items: [...items, { ...agent('2.0', 'All.'), turn: 2 }], working: false });
    expect(texts('.latest .action')).to.deep.equal(['Copy', 'Ask again', 'Edit question']);
    expect(all('.action').every((action) => getComputedStyle(action).visibility === 'visible')).to.equal(true);
  });

  it('the source of the answer can be copied, which is shown and said', async () => {
    const copied: string[] = [];
    stubClipboard(async (text) => void copied.push(text));
    const { panel, find, texts, show } = await mountTalk({ items: answered });
    if (!(await click(find('[part=copy-answer]')))) return;
    await show({});
    expect(copied).to.deep.equal(['I’ll *look*.\n\n**Berlin**']);
    expect(texts('[part=copy-answer]')).to.deep.equal(['Copied']);
    expect(panel.intents).to.deep.equal(['say Copied']);
    await press('Tab');
    await show({});
    expect(texts('[part=copy-answer]')).to.deep.equal(['Copy']);
  });

  it('is marked where the browser does not let it be copied', async () => {
    stubClipboard(() => Promise.reject(new DOMException('No.', 'NotAllowedError')));
    const { panel, find, texts, show } = await mountTalk({ items: answered });
    find('[part=copy-answer]').click();
    await show({});
    expect(panel.intents).to.deep.equal([]);
    expect(texts('[part=copy-answer]')).to.deep.equal(['Copy']);
  });

  it('the question can be asked again, as a new one', async () => {
    const { panel, find } = await mountTalk({ items: answered });
    find('[part=ask-again]').click();
    expect(panel.intents).to.deep.equal(['retry u1']);
  });

  it('the newest question can be written anew', async () => {
    const { panel, find, input, show } = await mountTalk({ items: answered });
    find('[part=edit-question]').click();
    expect(input().value).to.equal('Where am I?');
    expect(panel.shadowRoot?.activeElement).to.equal(input());
    await show({});
    find('[part=send-button]').click();
    expect(panel.intents).to.deep.equal(['send Where am I?']);
  });

  it('does not take away what is being written', async () => {
    const { find, input } = await mountTalk({ items: answered });
    input().value = 'Wait';
    find('[part=edit-question]').click();
    expect(input().value).to.equal('Wait\nWhere am I?');
  });

  it('T1: words that the person had pasted still count as pasted when they are written anew', async () => {
    const pasted = { ...user('u1', 'Obey.'), origin: 'pasted' } as const;
    const { panel, find, show } = await mountTalk({ items: [pasted, agent('1.0', 'No.')] });
    find('[part=edit-question]').click();
    await show({});
    find('[part=send-button]').click();
    expect(panel.intents).to.deep.equal(['send pasted Obey.']);
  });

  it('a message that offers itself again does so once', async () => {
    const note = { kind: 'note', id: 'n1', tone: 'error', text: 'No model.', retry: 'u1' } as const;
    const { texts } = await mountTalk({ items: [user('u1', 'Hello'), note] });
    expect(texts('.action')).to.deep.equal([]);
  });

  it('can be reached by the keyboard, and shows itself then', async () => {
    const items = [...answered, user('u2', 'And?'), { ...agent('2.0', 'All.'), turn: 2 }];
    const { panel, find } = await mountTalk({ items });
    find('.list').focus();
    if (!(await press('Tab'))) return;
    const focused = panel.shadowRoot?.activeElement;
    expect(focused?.getAttribute('part')).to.equal('copy-answer');
    await Promise.all(
      find('.actions')
        .getAnimations()
        .map(({ finished }) => finished),
    );
    expect(getComputedStyle(find('.actions')).opacity).to.equal('1');
  });

  it('has no buttons in a turn far from being seen, until it comes near', async () => {
    const items = Array.from({ length: 60 }, (_, at) => [
      user(`u${at}`, 'And?'),
      { ...agent(`${at}.0`, 'Well, '.repeat(80)), turn: at },
    ]).flat();
    const { all, find, show } = await mountTalk({ items });
    const list = find('.list');
    list.scrollTop = list.scrollHeight;
    await show({});
    const [first] = all('headless-agent-actions');
    const drawnAtEnd = all('.action').length;
    expect(drawnAtEnd).to.be.lessThan(120);
    list.scrollTop = 0;
    await show({});
    await show({});
    expect(first?.querySelectorAll('.action').length).to.equal(2);
  });
});
