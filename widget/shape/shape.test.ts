import { expect } from '@open-wc/testing';
import { waitUntil } from '../../scripts/wtr/wait-until.ts';
import { click, clickAt, engine, press } from '../../scripts/wtr/devices.ts';
import { FakeSocket, fakeSockets } from '../fake-socket.fixture.ts';
import { answer, ask, askToForget, connect, drawn, find, mount } from '../headless-agent.fixture.ts';
import '../index.ts';
import { axeViolations } from '../views/axe.fixture.ts';
import { isPanelSeen, launcherButton, launcherOf, mountShaped, seen } from './shape.fixture.ts';

let takeBack: () => void;

beforeEach(() => {
  takeBack = fakeSockets();
  sessionStorage.clear();
});

afterEach(() => {
  document.body.replaceChildren();
  document.body.removeAttribute('style');
  takeBack();
});

describe('shape: opening and closing', () => {
  it('shows a button and no panel, whatever room the page has given to the element', async () => {
    const style = document.createElement('style');
    style.textContent = 'headless-agent { display: block; block-size: 400px }';
    document.body.append(style);
    const element = await mountShaped();
    expect(isPanelSeen(element)).to.equal(false);
    expect(launcherButton(element).getBoundingClientRect().height).to.equal(56);
    expect(document.body.scrollHeight - style.offsetHeight).to.be.lessThan(400);
    expect(launcherButton(element).getAttribute('aria-expanded')).to.equal('false');
  });

  it('opens with a click, gives the focus to the composer, and back to the button when it closes', async function () {
    const element = await mountShaped();
    const events: string[] = [];
    for (const type of ['ha-show', 'ha-hide'] as const) {
      element.addEventListener(type, ({ detail }) => events.push(`${type} ${detail.by}`), { once: true });
    }
    if (!(await click(launcherButton(element)))) this.skip();
    await seen(element, true);
    expect(element.hasAttribute('open')).to.equal(true);
    expect(element.shadowRoot?.activeElement).to.equal(find(element, 'textarea'));
    await press('Escape');
    await seen(element, false);
    await waitUntil(() => element.shadowRoot?.activeElement === launcherButton(element), 'the focus was lost');
    expect(events).to.deep.equal(['ha-show person', 'ha-hide person']);
  });

  it('closes by its close button', async () => {
    const element = await mountShaped({ open: '' });
    await seen(element, true);
    find(element, '[part=close-button]').click();
    await seen(element, false);
    expect(element.open).to.equal(false);
  });

  it('takes no focus from somebody who writes in the page', async () => {
    const field = document.createElement('input');
    document.body.append(field);
    const element = await mountShaped();
    field.focus();
    element.show();
    await seen(element, true);
    expect(document.activeElement).to.equal(field);
  });

  it('leaves Escape to the page while the focus is there, and while a card is open', async function () {
    const element = await mountShaped({ open: '' });
    const socket = await connect(element);
    await seen(element, true);
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    if (!(await press('Escape'))) this.skip();
    expect(element.open).to.equal(true);
    await ask(element, socket, 'Forget my home');
    await askToForget(element, socket);
    element.focus();
    await press('Escape');
    expect(element.open).to.equal(true);
    expect(element.shadowRoot?.querySelectorAll('[part=approval]')).to.have.length(1);
  });

  it('leaves the page behind it visible and clickable (091)', async function () {
    let clicks = 0;
    const button = document.createElement('button');
    button.textContent = 'Buy';
    button.addEventListener('click', () => (clicks += 1));
    document.body.prepend(button);
    const element = await mountShaped({ open: '', placement: 'bottom-end' });
    await seen(element, true);
    const { left, top } = button.getBoundingClientRect();
    if (!(await clickAt(left + 4, top + 4))) this.skip();
    expect(clicks).to.equal(1);
    expect(element.open).to.equal(true);
  });

  it('keeps a turn going while it is closed', async () => {
    const element = await mountShaped({ open: '' });
    const socket = await connect(element);
    await ask(element, socket, 'Hi');
    element.hide();
    await seen(element, false);
    await answer(element, socket, 'Hello');
    expect(socket.all('turn.cancel')).to.have.length(0);
    expect(find(element, '[part~=content]').textContent).to.include('Hello');
  });

  it('is in the page as before once its mode is inline again', async () => {
    const element = await mountShaped({ open: '' });
    await seen(element, true);
    element.mode = 'inline';
    await element.updateComplete;
    const base = find(element, '.base');
    expect(getComputedStyle(base).position).to.equal('static');
    expect(base.getAttributeNames().toSorted()).to.include.members(['aria-label', 'part']);
    expect(base.hasAttribute('popover')).to.equal(false);
    expect(element.shadowRoot?.querySelector('headless-agent-launcher, [part=close-button]')).to.equal(null);
  });

  it('stays open where the page moves it', async () => {
    const element = await mountShaped({ open: '' });
    await seen(element, true);
    const place = document.createElement('div');
    document.body.append(place);
    place.append(element);
    element.requestUpdate();
    await seen(element, true);
    if ('popover' in HTMLElement.prototype) expect(find(element, '.base').matches(':popover-open')).to.equal(true);
  });
});

describe('shape: the network', () => {
  it('connects once it is opened, and not before', async () => {
    const element = await mountShaped();
    await drawn(element);
    expect(FakeSocket.sockets).to.have.length(0);
    element.show();
    await connect(element);
    expect(FakeSocket.sockets).to.have.length(1);
  });

  it('connects while it is closed for what the page says', async () => {
    const element = await mountShaped();
    void element.send('Hi').catch(() => {});
    const socket = await connect(element);
    await waitUntil(() => socket.all('user.message').length === 1, 'the message was not sent');
    expect(element.open).to.equal(false);
  });

  it('connects at once where a conversation of an earlier page may go on', async () => {
    sessionStorage.setItem('headless-agent.session wss://example.com/agent', '{}');
    await mountShaped();
    await waitUntil(() => FakeSocket.sockets.length === 1, 'nothing connects');
  });
});

describe('shape: none', () => {
  it('denies at once what nobody could see and nobody else decides', async () => {
    const element = await mount({ mode: 'none' });
    const socket = await connect(element);
    await ask(element, socket, 'Forget my home');
    socket.say({ type: 'tool.call', turn: 1, call: '1.0.0', name: 'memory_delete', args: { key: 'home' } });
    await waitUntil(() => socket.all('tool.result').length === 1, 'nothing was decided');
    expect(socket.all('tool.result')[0]?.result).to.have.nested.property('error.code', 'user_declined');
  });

  it('asks its approvalHandler', async () => {
    const element = await mount({ mode: 'none' });
    element.approvalHandler = async () => 'once';
    const socket = await connect(element);
    await ask(element, socket, 'Forget my home');
    socket.say({ type: 'tool.call', turn: 1, call: '1.0.0', name: 'memory_delete', args: { key: 'home' } });
    await waitUntil(() => socket.all('tool.result').length === 1, 'nothing was decided');
    expect(socket.all('tool.result')[0]?.result).to.have.property('ok', true);
  });
});

describe('shape: the handle of a sheet', () => {
  it('is pressed by a key although it was dragged before', async () => {
    const element = await mountShaped({ open: '' });
    const handle = find(element, 'headless-agent-handle button');
    const isFull = (): boolean => handle.getAttribute('aria-pressed') === 'true';
    for (const [type, clientY] of [
      ['pointerdown', 300],
      ['pointermove', 302],
      ['pointermove', 320],
      ['pointerup', 320],
    ] as const) {
      handle.dispatchEvent(new PointerEvent(type, { clientY, isPrimary: true, button: 0 }));
    }
    await drawn(element);
    const dragged = isFull();
    handle.click();
    await waitUntil(() => isFull() !== dragged, 'the key changed nothing');
  });
});

describe('shape: what it tells while it is closed', () => {
  it('says on the button, and aloud, that a question waits', async () => {
    const element = await mountShaped({ label: 'Counter', open: '' });
    const socket = await connect(element);
    element.hide();
    await seen(element, false);
    await ask(element, socket, 'Forget my home');
    socket.say({ type: 'tool.call', turn: 1, call: '1.0.0', name: 'memory_delete', args: { key: 'home' } });
    const name = (): string | null => launcherButton(element).getAttribute('aria-label');
    await waitUntil(() => name() === 'Counter: 1 question waits', 'the button says nothing');
    expect(find(element, '[part=launcher-badge]').textContent).to.equal('1');
    expect(launcherOf(element).querySelector('[role=status]')?.textContent).to.equal('1 question waits');
    element.show();
    await seen(element, true);
    expect(name()).to.equal('Counter');
  });

  it('counts an answer that came, and forgets it once it was seen', async () => {
    const element = await mountShaped({ label: 'Counter', open: '' });
    const socket = await connect(element);
    element.hide();
    await seen(element, false);
    await ask(element, socket, 'Hi');
    await answer(element, socket, 'Hello');
    await launcherOf(element).updateComplete;
    expect(launcherButton(element).getAttribute('aria-label')).to.equal('Counter: 1 new answer');
    element.show();
    await seen(element, true);
    element.hide();
    await seen(element, false);
    expect(launcherButton(element).getAttribute('aria-label')).to.equal('Counter');
  });
});

describe('shape: places', () => {
  const corners = [
    ['bottom-end', 'ltr', 'right', 'bottom'],
    ['bottom-start', 'ltr', 'left', 'bottom'],
    ['top-end', 'rtl', 'left', 'top'],
    ['top-start', 'rtl', 'right', 'top'],
  ] as const;

  for (const [placement, dir, side, edge] of corners) {
    it(`stands ${edge} ${side} for ${placement}, ${dir}, and so does its button`, async () => {
      const page = document.createElement('div');
      page.dir = dir;
      document.body.append(page);
      const element = await mountShaped({ placement }, page);
      for (const box of [launcherButton(element), find(element, '.base')]) {
        element.open = box.classList.contains('base');
        await seen(element, element.open);
        const rect = box.getBoundingClientRect();
        const room = {
          right: innerWidth - rect.right,
          left: rect.left,
          bottom: innerHeight - rect.bottom,
          top: rect.top,
        };
        await waitUntil(() => box.getAnimations().length === 0, 'it never comes to rest');
        expect(Math.round(room[side]), `${box.className} ${side}`).to.be.within(18, 22);
        expect(Math.round(room[edge]), `${box.className} ${edge}`).to.be.within(11, 29);
      }
    });
  }

  it('lies over the page and escapes what would clip, fade or cover it', async () => {
    const cage = document.createElement('div');
    cage.setAttribute('style', 'transform: scale(0.5); overflow: hidden; opacity: 0.2; width: 10px; height: 10px');
    document.body.append(cage);
    const element = await mountShaped({ open: '' }, cage);
    await seen(element, true);
    if (!('popover' in HTMLElement.prototype)) return;
    const { left, top, width, height } = find(element, '.base').getBoundingClientRect();
    expect(width).to.be.greaterThan(300);
    expect(document.elementFromPoint(left + width / 2, top + height / 2)).to.equal(element);
  });

  it('fills the window as full screen, and stands along its end as a dock', async () => {
    const element = await mountShaped({ mode: 'fullscreen', open: '' });
    await seen(element, true);
    const base = find(element, '.base');
    await waitUntil(() => base.getAnimations().length === 0, 'it never comes to rest');
    expect(base.getBoundingClientRect()).to.include({ left: 0, top: 0, width: innerWidth, height: innerHeight });
    element.mode = 'dock';
    await element.updateComplete;
    await waitUntil(() => base.getAnimations().length === 0, 'it never comes to rest');
    const { top, right, height } = base.getBoundingClientRect();
    expect([top, Math.round(right), height]).to.deep.equal([0, innerWidth, innerHeight]);
  });

  it('draws nothing where the mode is none, and loads nothing for it', async () => {
    const element = await mount({ mode: 'none', open: '' });
    await drawn(element);
    expect(getComputedStyle(element).display).to.equal('none');
    expect(element.shadowRoot?.querySelector('headless-agent-launcher')).to.equal(null);
  });
});

describe('shape: accessibility', () => {
  for (const mode of ['bubble', 'dock', 'fullscreen']) {
    it(`has nothing for axe to find, closed and open: ${mode}`, async () => {
      const element = await mountShaped({ mode, theme: 'light' });
      expect(await axeViolations(element)).to.deep.equal([]);
      element.show();
      await seen(element, true);
      await waitUntil(() => find(element, '.base').getAnimations().length === 0, 'it never comes to rest');
      expect(await axeViolations(element)).to.deep.equal([]);
    });
  }

  it('is less high where it is compact', async function () {
    if ((await engine()) === 'webkit') this.skip();
    const element = await mountShaped({ open: '' });
    await seen(element, true);
    const header = find(element, '.header');
    const before = header.offsetHeight;
    element.density = 'compact';
    await element.updateComplete;
    expect(header.offsetHeight).to.be.lessThan(before);
  });
});
