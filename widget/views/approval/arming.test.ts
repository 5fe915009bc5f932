import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../scripts/wtr/wait-until.ts';
import { click, clickAt, focusPage, press } from '../../../scripts/wtr/devices.ts';
import { ask } from '../panel.fixture.ts';
import { armed, delicate, inSight, isOff, mount, settle, stage, type Mounted } from './card.fixture.ts';

before(() => focusPage());

afterEach(() => document.body.replaceChildren());

/** Advances the clock until the card reacts; what the browser sees takes it a moment. */
async function untilDisarmed({ clock, button }: Mounted): Promise<void> {
  await waitUntil(() => {
    clock.advance(100);
    return isOff(button('allow'));
  }, 'the card stayed armed');
}

function overlay(target: Element, css: string): HTMLElement {
  const { left, top, width, height } = target.getBoundingClientRect();
  const cover = document.createElement('div');
  cover.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; ${css}`;
  document.body.append(cover);
  return cover;
}

describe('arming: when a click counts', () => {
  for (const [name, change, ms] of [
    ['a card', {}, 700],
    ['a danger card', delicate, 1_500],
  ] as const) {
    it(`waits until ${name} was in sight for ${ms} ms`, async () => {
      const mounted = await mount(change);
      await inSight(mounted);
      mounted.card.ask = { ...mounted.card.ask, hash: 'another' };
      await mounted.card.updateComplete;
      mounted.clock.advance(ms - 1);
      await mounted.card.updateComplete;
      expect(isOff(mounted.button('allow'))).to.equal(true);
      mounted.clock.advance(1);
      await mounted.card.updateComplete;
      expect(isOff(mounted.button('allow'))).to.equal(false);
    });
  }

  it('lets a card be denied from the first moment', async () => {
    const mounted = await mount();
    await click(mounted.button('allow'));
    await click(mounted.button('deny'));
    expect(mounted.decisions).to.deep.equal(['1.0.0 denied']);
  });

  it('hands the click itself on, with the call and the decision', async () => {
    const mounted = await armed(await mount());
    await click(mounted.button('allow'));
    expect(mounted.decisions).to.deep.equal(['1.0.0 once']);
    expect(mounted.clicks[0]).to.be.instanceOf(MouseEvent);
    expect(mounted.clicks[0]?.isTrusted).to.equal(true);
  });

  for (const [name, key] of [
    ['Enter', 'Enter'],
    ['the space bar', ' '],
  ] as const) {
    it(`accepts ${name} on the button`, async () => {
      const mounted = await armed(await mount());
      mounted.button('allow').focus();
      await press(key);
      expect(mounted.decisions).to.deep.equal(['1.0.0 once']);
    });
  }

  it('begins anew when the question changes, and not when only its time does', async () => {
    const mounted = await armed(await mount());
    const { card, clock, button } = mounted;
    card.ask = { ...card.ask, expiresAt: clock.now() + 400_000 };
    await card.updateComplete;
    expect(isOff(button('allow'))).to.equal(false);
    card.ask = ask({ kind: 'gesture', expiresAt: clock.now() + 300_000 });
    await card.updateComplete;
    expect(isOff(button('allow'))).to.equal(true);
    await armed(mounted);
  });

  it('begins anew when the card was out of sight', async () => {
    const box = stage();
    const mounted = await mount({}, box);
    const filler = document.createElement('div');
    filler.style.cssText = 'block-size: 2000px';
    box.append(filler);
    await armed(mounted);
    box.scrollTop = 1_500;
    await untilDisarmed(mounted);
    box.scrollTop = 0;
    await armed(mounted);
  });

  it('begins anew where the card was moved to', async () => {
    const mounted = await armed(await mount());
    stage().append(mounted.card);
    await mounted.card.updateComplete;
    expect(isOff(mounted.button('allow'))).to.equal(true);
    await armed(mounted);
  });

  for (const hidden of ['.args', '.card-title', '.card-actions']) {
    it(`needs its ${hidden} in sight`, async () => {
      const mounted = await armed(await mount());
      const part = mounted.card.querySelector<HTMLElement>(hidden);
      if (part) part.style.cssText = 'position: absolute; inset-block-start: 5000px';
      await untilDisarmed(mounted);
    });
  }

  it('keeps the focus of a button that is armed anew, and refuses its click meanwhile', async () => {
    const mounted = await armed(await mount());
    const allow = mounted.button('allow');
    allow.focus();
    mounted.card.style.cssText = 'margin-block-start: 40px';
    mounted.clock.advance(100);
    await mounted.card.updateComplete;
    expect(allow.matches(':focus')).to.equal(true);
    expect(allow.getAttribute('aria-disabled')).to.equal('true');
    await press('Enter');
    expect(mounted.decisions).to.deep.equal([]);
  });

  it('leaves no timer and no observer behind', async () => {
    const mounted = await mount();
    await inSight(mounted);
    mounted.card.remove();
    expect(mounted.clock.pending).to.equal(0);
  });
});

describe('arming: T9, a forged or stolen click', () => {
  it('T9: refuses the click of a script', async () => {
    const mounted = await armed(await mount());
    const allow = mounted.button('allow');
    allow.click();
    allow.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    allow.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    allow.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(mounted.decisions).to.deep.equal([]);
  });

  it('T9: refuses a press that began before the card was armed', async () => {
    const mounted = await mount();
    await inSight(mounted);
    mounted.button('allow').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await armed(mounted);
    mounted.button('allow').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(mounted.decisions).to.deep.equal([]);
  });

  it('T9: a card that is covered by something that takes clicks is disarmed, and says so', async () => {
    const mounted = await armed(await mount());
    overlay(mounted.part('approval-title'), 'background: white');
    await untilDisarmed(mounted);
    mounted.clock.advance(1_200);
    await mounted.card.updateComplete;
    expect(mounted.text('approval-reason')).to.include('Something covers this');
  });

  it('T9: a click is refused when something covers the card since the last look', async () => {
    const mounted = await armed(await mount());
    const { left, top, width, height } = mounted.button('allow').getBoundingClientRect();
    overlay(mounted.part('approval-args'), 'background: white');
    await clickAt(left + width / 2, top + height / 2);
    expect(mounted.decisions).to.deep.equal([]);
  });

  it('T9: an overlay that lets clicks through disarms where the browser can tell', async function () {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) this.skip();
    const mounted = await armed(await mount());
    overlay(mounted.card, 'background: white; pointer-events: none');
    await untilDisarmed(mounted);
    await click(mounted.part('approval-allow'));
    expect(mounted.decisions).to.deep.equal([]);
  });

  for (const css of [
    'opacity: 0.01',
    'transform: scale(0.1)',
    'rotate: 180deg',
    'filter: blur(8px)',
    'clip-path: inset(0 0 60% 0)',
  ]) {
    it(`T9: a card with "${css}" on what is around it can't be allowed`, async () => {
      const around = document.createElement('div');
      document.body.append(around);
      const mounted = await armed(await mount({}, stage(around)));
      around.style.cssText = css;
      const { left, top, width, height } = mounted.button('allow').getBoundingClientRect();
      await clickAt(left + width / 2, top + height / 2);
      expect(mounted.decisions).to.deep.equal([]);
      await settle();
      mounted.clock.advance(3_000);
      await mounted.card.updateComplete;
      expect(isOff(mounted.button('allow'))).to.equal(true);
    });
  }

  it('T9: a card that moves is armed anew, and a click right after the move is refused', async () => {
    const mounted = await armed(await mount());
    mounted.card.style.cssText = 'margin-block-start: 60px';
    const { left, top, width, height } = mounted.button('allow').getBoundingClientRect();
    await clickAt(left + width / 2, top + height / 2);
    expect(mounted.decisions).to.deep.equal([]);
    await armed(mounted);
    await click(mounted.button('allow'));
    expect(mounted.decisions).to.deep.equal(['1.0.0 once']);
  });

  it('T9: a page without the focus arms nothing', async () => {
    const mounted = await mount();
    const real = Document.prototype.hasFocus;
    document.hasFocus = () => false;
    try {
      await settle();
      mounted.clock.advance(3_000);
      await mounted.card.updateComplete;
      expect(isOff(mounted.button('allow'))).to.equal(true);
    } finally {
      document.hasFocus = real;
    }
    await armed(mounted);
  });

  it('T9: what a closed root around the card hides is found', async () => {
    const list = stage(document.body, 'closed');
    const mounted = await armed(await mount({}, list));
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0; background: white';
    list.append(cover);
    await untilDisarmed(mounted);
  });
});

describe('arming: one decision for one click', () => {
  it('T9: takes the second click of a double click on Deny for nobody’s (039)', async () => {
    const mounted = await mount();
    const deny = mounted.button('deny');
    deny.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    expect(mounted.decisions).to.deep.equal([]);
  });
});
