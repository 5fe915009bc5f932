import { expect, waitUntil } from '@open-wc/testing';
import type { Ask } from '../approvals/ask.ts';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { ApprovalCard } from './approval-card.ts';
import { axeViolations } from './axe.fixture.ts';
import { defineCard } from './define-card.ts';
import { ask } from './panel.fixture.ts';

defineCard();

interface Mounted {
  readonly card: ApprovalCard;
  readonly clock: FakeClock;
  readonly decisions: readonly string[];
  readonly clicks: readonly Event[];
  button(name: 'allow' | 'deny'): HTMLButtonElement;
  text(part: string): string;
}

async function mount(change: Partial<Ask> = {}, parent: Element = document.body): Promise<Mounted> {
  const clock = new FakeClock();
  const decisions: string[] = [];
  const clicks: Event[] = [];
  const card = new ApprovalCard();
  const nothing = (): void => {};
  const decide = (call: string, decision: string, click: Event): void => {
    decisions.push(`${call} ${decision}`);
    clicks.push(click);
  };
  card.clock = clock;
  card.asker = 'Assistant';
  card.model = 'Gemini';
  card.intents = {
    ...{ send: () => true, stop: nothing, clear: nothing, retry: nothing, retryNow: nothing, decide },
    ...{ decideAll: nothing, extend: nothing, permissions: () => [], grants: () => undefined, record: () => undefined },
  };
  card.ask = ask({ askedAt: clock.now(), expiresAt: clock.now() + 300_000, ...change });
  parent.append(card);
  await card.updateComplete;

  function part(name: string): HTMLElement {
    const found = card.querySelector<HTMLElement>(`[part=${name}]`);
    if (!found) throw new Error(`The card has no ${name}.`);
    return found;
  }
  return {
    card,
    clock,
    decisions,
    clicks,
    button: (name) => {
      const found = part(`approval-${name}`);
      if (!(found instanceof HTMLButtonElement)) throw new Error(`${name} is no button.`);
      return found;
    },
    text: (name) => part(name).textContent.replaceAll(/\s+/g, ' ').trim(),
  };
}

/** The countdown waits on the clock from the start; a second task is the arming of a card in sight. */
async function seen({ clock }: Mounted): Promise<void> {
  await waitUntil(() => clock.pending === 2, 'the card was never seen');
}

async function armed(mounted: Mounted): Promise<Mounted> {
  await seen(mounted);
  mounted.clock.advance(700);
  await mounted.card.updateComplete;
  return mounted;
}

function pointerClick(button: HTMLElement): void {
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
}

afterEach(() => document.body.replaceChildren());

describe('approval card: when a click counts', () => {
  it('is not armed before it was in sight for 700 ms', async () => {
    const mounted = await mount();
    await seen(mounted);
    mounted.clock.advance(699);
    await mounted.card.updateComplete;
    expect(mounted.button('allow').disabled).to.equal(true);
    mounted.clock.advance(1);
    await mounted.card.updateComplete;
    expect(mounted.button('allow').disabled).to.equal(false);
  });

  it('can be denied from the first moment', async () => {
    const mounted = await mount();
    pointerClick(mounted.button('allow'));
    pointerClick(mounted.button('deny'));
    expect(mounted.decisions).to.deep.equal(['1.0.0 denied']);
  });

  it('hands the click itself on, with the call and the decision', async () => {
    const mounted = await armed(await mount());
    pointerClick(mounted.button('allow'));
    pointerClick(mounted.button('deny'));
    expect(mounted.decisions).to.deep.equal(['1.0.0 once', '1.0.0 denied']);
    expect(mounted.clicks[0]).to.be.instanceOf(MouseEvent);
  });

  it('accepts the click of a keyboard or a screen reader, which has no pointer before it', async () => {
    const mounted = await armed(await mount());
    mounted.button('allow').dispatchEvent(new MouseEvent('click', { detail: 0 }));
    expect(mounted.decisions).to.deep.equal(['1.0.0 once']);
  });

  it('ignores a press that began before it was armed', async () => {
    const mounted = await mount();
    await seen(mounted);
    mounted.button('allow').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await armed(mounted);
    mounted.button('allow').dispatchEvent(new MouseEvent('click', { detail: 1 }));
    expect(mounted.decisions).to.deep.equal([]);
  });

  it('is armed anew when the question changes', async () => {
    const mounted = await armed(await mount());
    mounted.card.ask = ask({ kind: 'gesture', expiresAt: mounted.clock.now() + 300_000 });
    await mounted.card.updateComplete;
    expect(mounted.button('allow').disabled).to.equal(true);
    mounted.clock.advance(700);
    await mounted.card.updateComplete;
    expect(mounted.button('allow').disabled).to.equal(false);
  });

  it('is armed anew when it was out of sight', async () => {
    const scroller = document.createElement('div');
    const filler = document.createElement('div');
    scroller.style.cssText = 'block-size: 400px; overflow: auto';
    filler.style.cssText = 'block-size: 2000px';
    document.body.append(scroller);
    const mounted = await mount({}, scroller);
    scroller.append(filler);
    await armed(mounted);
    scroller.scrollTop = 1_500;
    await waitUntil(() => mounted.button('allow').disabled, 'the card stayed armed out of sight');
    scroller.scrollTop = 0;
    await armed(mounted);
    expect(mounted.button('allow').disabled).to.equal(false);
  });

  it('is armed again where it was moved to', async () => {
    const mounted = await armed(await mount());
    const other = document.createElement('div');
    document.body.append(other);
    other.append(mounted.card);
    await mounted.card.updateComplete;
    expect(mounted.button('allow').disabled).to.equal(true);
    await armed(mounted);
    expect(mounted.button('allow').disabled).to.equal(false);
  });

  for (const hidden of ['.args', '.card-title', '.card-actions']) {
    it(`is not armed while its ${hidden} is out of sight`, async () => {
      const scroller = document.createElement('div');
      scroller.style.cssText = 'block-size: 400px; overflow: auto';
      document.body.append(scroller);
      const mounted = await mount({}, scroller);
      await armed(mounted);
      const part = mounted.card.querySelector<HTMLElement>(hidden);
      if (part) part.style.cssText = 'position: absolute; inset-block-start: 5000px';
      await waitUntil(() => mounted.button('allow').disabled, 'the card stayed armed');
    });
  }

  it('takes no decision while the connection is lost, and says so', async () => {
    const mounted = await armed(await mount());
    mounted.card.offline = true;
    await mounted.card.updateComplete;
    pointerClick(mounted.button('allow'));
    expect(mounted.decisions).to.deep.equal([]);
    expect(mounted.button('allow').getAttribute('aria-disabled')).to.equal('true');
    expect(mounted.text('approval-reason')).to.include('Not connected');
  });

  it('leaves no timer and no observer behind', async () => {
    const mounted = await mount();
    await seen(mounted);
    mounted.card.remove();
    expect(mounted.clock.pending).to.equal(0);
  });
});

describe('approval card: what it says', () => {
  it('puts Deny first and gives neither button the focus', async () => {
    const { card } = await armed(await mount());
    expect([...card.querySelectorAll('button')].map(({ textContent }) => textContent.trim())).to.deep.equal([
      'Deny',
      'Allow once',
    ]);
    expect(card.contains(document.activeElement)).to.equal(false);
  });

  it('says who asks, what, with which arguments, and what leaves the device', async () => {
    const mounted = await mount({ args: { save: true, note: 'at home' } });
    expect(mounted.text('approval-who')).to.equal(`Assistant on ${location.host} asks`);
    expect(mounted.text('approval-title')).to.equal('Find out where you are?');
    expect(mounted.text('approval-args')).to.equal('save yes note at home');
    expect(mounted.text('approval-facts')).to.include('What leaves your device');
    expect(mounted.text('approval-facts')).to.include('its model (Gemini)');
    expect(mounted.text('approval-facts')).to.include('Your browser will ask you too.');
  });

  it('says that nothing more leaves the device where that is so', async () => {
    const mounted = await mount({
      tool: 'memory_delete',
      args: { key: 'home' },
      reads: 'nothing',
      sink: 'local',
      browserAsks: false,
    });
    expect(mounted.text('approval-facts')).to.include('It stays on this device.');
    expect(mounted.text('approval-facts')).to.not.include('Your browser will ask');
  });

  it('says that a tool is the site’s own, in the site’s words', async () => {
    const mounted = await mount({
      tool: 'basket_add',
      title: 'Fill the basket',
      siteTool: true,
      description: 'Puts bread in.',
      sink: 'egress',
    });
    expect(mounted.text('approval-title')).to.equal('Fill the basket?');
    expect(mounted.text('approval-note')).to.include('A tool of this site’s own.');
    expect(mounted.text('approval-note')).to.include('Puts bread in.');
    expect(mounted.text('approval-facts')).to.include(location.host);
  });

  it('labels a click that only the browser wants, under a name that still begins with Allow', async () => {
    const mounted = await mount({ kind: 'gesture' });
    expect(mounted.text('approval-allow')).to.equal('Tap to run');
    expect(mounted.button('allow').getAttribute('aria-label')).to.equal('Allow: Tap to run');
  });

  it('shows what would hide in an argument or in the site’s words', async () => {
    const mounted = await mount({
      siteTool: true,
      description: 'a\u2066b',
      args: { text: 'paypal\u202elapyap\u0007' },
    });
    expect(mounted.text('approval-args')).to.include('paypalU+202ElapyapU+0007');
    expect(mounted.text('approval-note')).to.include('aU+2066b');
  });

  it('shows nested and empty values whole', async () => {
    const mounted = await mount({ args: { list: [1, { deep: 'x'.repeat(5_000) }], none: '', nil: null } });
    const shown = mounted.text('approval-args');
    expect(shown).to.include('x'.repeat(5_000));
    expect(shown).to.include('none empty');
    expect(shown).to.include('nil null');
  });

  it('counts only the last 30 seconds', async () => {
    const mounted = await mount();
    const reason = (): string | undefined => mounted.card.querySelector('[part=approval-reason]')?.textContent.trim();
    mounted.clock.advance(269_999);
    await mounted.card.updateComplete;
    expect(reason()).to.equal(undefined);
    mounted.clock.advance(1);
    await mounted.card.updateComplete;
    expect(reason()).to.equal('30 s left to decide');
    mounted.clock.advance(18_000);
    await mounted.card.updateComplete;
    expect(reason()).to.equal('12 s left to decide');
  });

  it('tells a screen reader once that time runs out, not each second', async () => {
    const mounted = await mount({ expiresAt: 1_000_000 + 10_000 });
    const status = mounted.card.querySelector('[role=status]');
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    if (status) observer.observe(status, { childList: true, characterData: true, subtree: true });
    mounted.clock.advance(5_000);
    await mounted.card.updateComplete;
    changes.push(...observer.takeRecords());
    expect(status?.textContent).to.equal('Less than half a minute left to decide.');
    expect(changes).to.deep.equal([]);
  });

  it('is a group named by its question, with nothing for axe to find once it is armed', async () => {
    const { card } = await armed(await mount());
    expect(card.querySelector('[role=group]')?.getAttribute('aria-labelledby')).to.equal('ask-1.0.0');
    expect(await axeViolations(card)).to.deep.equal([]);
  });
});
