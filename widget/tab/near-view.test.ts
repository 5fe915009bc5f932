import { expect, nextFrame } from '@open-wc/testing';
import { waitUntil } from '../../scripts/wtr/wait-until.ts';
import { LitElement } from 'lit';
import { NearView } from './near-view.ts';

class Watched extends LitElement {
  readonly near = new NearView(this);
  /** What it was at each drawing. */
  readonly drawn: boolean[] = [];

  protected override render(): unknown {
    this.drawn.push(this.near.isNear);
    return undefined;
  }
}

customElements.define('watched-fixture', Watched);

/** A list of 40 turns, each as high as the list. */
async function listOf40(): Promise<{ readonly list: HTMLElement; readonly turns: readonly Watched[] }> {
  const list = document.createElement('div');
  list.className = 'list';
  list.style.cssText = 'height: 300px; overflow: auto';
  const turns = Array.from({ length: 40 }, () => {
    const turn = list.appendChild(document.createElement('div'));
    turn.className = 'turn';
    turn.style.height = '300px';
    return turn.appendChild(new Watched());
  });
  document.body.append(list);
  list.scrollTop = list.scrollHeight;
  await Promise.all(turns.map(({ updateComplete }) => updateComplete));
  return { list, turns };
}

const isDrawnNear = ({ drawn }: Watched): boolean => drawn.at(-1) === true;

afterEach(() => document.body.replaceChildren());

describe('near the view', () => {
  it('are the newest turns at once, and what is in no list', async () => {
    const { turns } = await listOf40();
    expect(turns.map(({ drawn }) => drawn[0])).to.deep.equal(turns.map((_, at) => at >= 36));
    const alone = document.body.appendChild(new Watched());
    await alone.updateComplete;
    expect(alone.drawn).to.deep.equal([true]);
  });

  it('is what comes near, drawn once more for it, and so it stays', async () => {
    const { list, turns } = await listOf40();
    const [first] = turns;
    if (!first) throw new Error('There is no turn.');
    await nextFrame();
    await nextFrame();
    expect(first.drawn).to.deep.equal([false]);
    list.scrollTop = 0;
    await waitUntil(() => isDrawnNear(first), 'it did not come near');
    list.scrollTop = list.scrollHeight;
    await nextFrame();
    await nextFrame();
    expect(first.drawn).to.deep.equal([false, true]);
    expect(turns.filter(isDrawnNear).length).to.be.lessThan(20);
  });

  it('is asked anew for an element that is back in the page', async () => {
    const { list, turns } = await listOf40();
    const [first] = turns;
    const turn = first?.parentElement;
    if (!first || !turn) throw new Error('There is no turn.');
    first.remove();
    turn.append(first);
    await first.updateComplete;
    list.scrollTop = 0;
    await waitUntil(() => isDrawnNear(first), 'it did not come near');
  });
});
