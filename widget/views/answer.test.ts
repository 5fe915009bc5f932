import { expect } from '@open-wc/testing';
import { definePanelFixture, agent, PanelFixture, user } from './panel.fixture.ts';
import type { Answer } from './answer.ts';

definePanelFixture();

async function mount(): Promise<PanelFixture> {
  const panel = new PanelFixture();
  document.body.append(panel);
  await panel.show({});
  return panel;
}

function answerIn(panel: PanelFixture): Answer {
  const answer = panel.renderRoot.querySelector('headless-agent-answer');
  if (!answer) throw new Error('There is no answer.');
  return answer;
}

async function say(panel: PanelFixture, text: string, streaming = true): Promise<Answer> {
  await panel.show({ items: [user('u1', 'Hi'), agent('1.0', text, streaming)], working: streaming });
  const answer = answerIn(panel);
  await answer.updateComplete;
  return answer;
}

/** Waits until what reads markdown is there. */
async function read(answer: Answer): Promise<void> {
  while (!answer.querySelector('.markdown')) await new Promise(requestAnimationFrame);
}

afterEach(() => document.body.replaceChildren());

describe('an answer', () => {
  it('without a mark is plain text, and nothing is loaded for it', async () => {
    const panel = await mount();
    const answer = await say(panel, 'Rye is 3.20, spelt is 4.', false);
    await new Promise(requestAnimationFrame);
    expect(answer.querySelector('[part=content]')?.childNodes).to.have.length(1);
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('/markdown/'))).to.deep.equal(
      [],
    );
  });

  it('shows its marks as plain text until what reads them is there', async () => {
    const panel = await mount();
    const answer = await say(panel, 'Rye is **3.20**');
    expect(answer.textContent.trim()).to.equal('Rye is **3.20**');
    await read(answer);
    expect(answer.querySelector('strong')?.textContent).to.equal('3.20');
    expect(answer.textContent.trim()).to.equal('Rye is 3.20');
  });

  it('is markdown from its first word once that is there', async () => {
    const panel = await mount();
    await read(await say(panel, '*Rye*', false));
    await panel.show({ items: [] });
    const answer = await say(panel, 'Rye');
    const paragraph = answer.querySelector('p');
    expect(paragraph?.textContent).to.equal('Rye');
    await say(panel, 'Rye **bread**', false);
    expect(answer.querySelector('p')).to.equal(paragraph);
  });

  it('stays plain text where no mark comes, although markdown is there by then', async () => {
    const panel = await mount();
    await read(await say(panel, '*Rye*', false));
    expect((await say(panel, 'Rye *bread*', false)).querySelector('em')?.textContent).to.equal('bread');
  });

  it('ends as what it is: a mark that nothing closed is shown', async () => {
    const panel = await mount();
    const answer = await say(panel, 'Use **kwargs');
    await read(answer);
    expect(answer.textContent.trim()).to.equal('Use kwargs');
    await say(panel, 'Use **kwargs', false);
    expect(answer.textContent.trim()).to.equal('Use **kwargs');
  });

  it('far from being seen is the plain text of it, to be found and copied, until it comes near', async () => {
    const panel = await mount();
    await read(await say(panel, '*Rye*', false));
    const turns = Array.from({ length: 40 }, (_, at) => [
      user(`u${at}`, 'And?'),
      { ...agent(`${at}.0`, `**Bread** number ${at}. `.repeat(40)), turn: at },
    ]);
    await panel.show({ items: turns.flat() });
    const list = panel.renderRoot.querySelector('.list');
    const answers = [...panel.renderRoot.querySelectorAll('headless-agent-answer')];
    const [first] = answers;
    if (!list || !first) throw new Error('There is no list.');
    list.scrollTop = list.scrollHeight;
    await new Promise(requestAnimationFrame);
    expect(answers.slice(-4).every((answer) => answer.querySelector('.markdown'))).to.equal(true);
    expect(answers.filter((answer) => answer.querySelector('.markdown')).length).to.be.lessThan(40);
    list.scrollTop = 0;
    await read(first);
    expect(first.querySelector('strong')?.textContent).to.equal('Bread');
  });
});
