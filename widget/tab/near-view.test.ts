import { expect, nextFrame, waitUntil } from '@open-wc/testing';
import { isFar, whenNear } from './near-view.ts';

/** A list of 40 turns, each as high as the list. */
function listOf40(): { readonly list: HTMLElement; readonly turns: readonly HTMLElement[] } {
  const list = document.body.appendChild(document.createElement('div'));
  list.className = 'list';
  list.style.cssText = 'height: 300px; overflow: auto';
  const turns = Array.from({ length: 40 }, () => {
    const turn = list.appendChild(document.createElement('div'));
    turn.className = 'turn';
    turn.style.height = '300px';
    return turn.appendChild(document.createElement('p'));
  });
  return { list, turns };
}

async function seen(): Promise<void> {
  await nextFrame();
  await nextFrame();
}

afterEach(() => document.body.replaceChildren());

describe('near the view', () => {
  it('are the newest turns and what is in no list', () => {
    const { turns } = listOf40();
    expect(turns.map(isFar)).to.deep.equal(turns.map((_, at) => at < 36));
    expect(isFar(document.body)).to.equal(false);
  });

  it('act once, when they come near, all that wait', async () => {
    const { list, turns } = listOf40();
    const acted: string[] = [];
    const [first = list, , , , , , , , , tenth = list] = turns;
    whenNear(first, () => acted.push('first'));
    whenNear(tenth, () => acted.push('tenth'));
    whenNear(tenth, () => acted.push('tenth, too'));
    await waitUntil(() => acted.length > 0, 'nothing came near');
    expect(acted).to.deep.equal(['first']);
    list.scrollTop = 2_400;
    await waitUntil(() => acted.length > 1, 'the tenth did not come near');
    list.scrollTop = 0;
    await seen();
    list.scrollTop = 2_400;
    await seen();
    expect(acted).to.deep.equal(['first', 'tenth', 'tenth, too']);
  });

  it('do not act once called off', async () => {
    const { turns, list } = listOf40();
    const acted: string[] = [];
    whenNear(turns[0] ?? list, () => acted.push('first'))();
    await seen();
    expect(acted).to.deep.equal([]);
  });

  it('act at once where there is no list to be far in', () => {
    const acted: string[] = [];
    whenNear(document.body, () => acted.push('body'));
    expect(acted).to.deep.equal(['body']);
  });
});
