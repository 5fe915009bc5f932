import { expect } from '@open-wc/testing';
import { waitUntil } from '../scripts/wtr/wait-until.ts';
import { click, press, type } from '../scripts/wtr/devices.ts';
import { FakeSocket, fakeSockets } from './fake-socket.fixture.ts';
import {
  answer,
  ask,
  askToForget,
  connect,
  count,
  drawn,
  find,
  lastSocket,
  mount,
  partText,
} from './headless-agent.fixture.ts';
import { HeadlessAgent } from './headless-agent.ts';
import { HeadlessAgent as FromIndex } from './index.ts';
import type { SiteTool } from './registry/site-tool.ts';
import { axeViolations } from './views/axe.fixture.ts';

const long = 'A long answer that needs room. '.repeat(120);
let takeBack: () => void;

beforeEach(() => {
  takeBack = fakeSockets();
  sessionStorage.clear();
});

afterEach(() => {
  document.body.replaceChildren();
  document.head.querySelector('style.hostile')?.remove();
  document.documentElement.style.fontSize = '';
  takeBack();
});

describe('headless-agent: connecting', () => {
  it('connects to the server it is given and gets ready', async () => {
    const element = await mount({ server: 'wss://agent.example/agent' });
    let detail: unknown;
    element.addEventListener('ha-ready', (event) => (detail = event.detail));
    const socket = await connect(element);
    await element.ready;
    expect(socket.url).to.equal('wss://agent.example/agent');
    expect(detail).to.deep.equal({ tools: ['memory_put', 'memory_delete'], model: 'Gemini', rehearsal: false });
  });

  it('connects to where its script came from when it is given no server', async () => {
    HeadlessAgent.defaultServer = 'https://script.example/agent';
    const element = document.createElement('headless-agent');
    document.body.append(element);
    await waitUntil(() => FakeSocket.sockets.length > 0);
    element.remove();
    await waitUntil(() => lastSocket().readyState === 3);
    HeadlessAgent.defaultServer = undefined;
    expect(lastSocket().url).to.equal('wss://script.example/agent');
  });

  it('takes over tools and methods that were used before it was connected', async () => {
    const tool: SiteTool = { name: 'basket_add', description: 'Adds.', execute: () => 1 };
    const late = document.createElement('late-agent');
    Object.assign(late, { siteTools: [tool], server: '/agent' });
    document.body.append(late);
    customElements.define('late-agent', class extends HeadlessAgent {});
    if (!(late instanceof HeadlessAgent)) throw new Error('The element was not upgraded.');
    late.registerTool({ ...tool, name: 'opening_hours' });
    await connect(late);
    const offered = (): readonly string[] =>
      lastSocket().sent.flatMap((message) => ('pageTools' in message ? message.pageTools.map(({ name }) => name) : []));
    const isOffered = (): boolean => offered().includes('basket_add') && offered().includes('opening_hours');
    await waitUntil(isOffered, 'the tools were not offered');
  });

  it('says at once that it can send nothing outside a document', async () => {
    const element = document.createElement('headless-agent');
    const error = await element.send('Hello').catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TypeError);
    expect(String(error)).to.include('put the element into a document');
  });

  for (const [what, siteTools] of [
    ['undefined', undefined],
    ['null', null],
    ['[null]', [null]],
    ['no list', {}],
  ] as const) {
    it(`connects although siteTools is ${what}, and takes a correct list later`, async () => {
      const errors: string[] = [];
      const { error } = console;
      console.error = (text: string) => void errors.push(text);
      const element = await mount();
      Object.assign(element, { siteTools });
      await connect(element);
      console.error = error;
      expect(errors).to.have.length(siteTools ? 1 : 0);
      for (const line of errors) expect(line).to.match(/^headless-agent: .*(a tool is an object|must be an array)/);
      element.siteTools = [{ name: 'basket_add', description: 'Adds.', execute: () => 1 }];
      await waitUntil(() => lastSocket().all('tools.changed').length > 0, 'the tool was not offered');
    });
  }

  it('keeps its socket when it is moved, and closes it when it is gone', async () => {
    const element = await mount();
    const socket = await connect(element);
    const other = document.createElement('div');
    document.body.append(other);
    element.remove();
    other.append(element);
    await ask(element, socket, 'Still there?');
    expect(FakeSocket.sockets).to.have.length(1);
    element.remove();
    await waitUntil(() => socket.readyState === 3, 'the socket stayed open');
  });

  it('lets two elements live on one page', async () => {
    const one = await mount({ label: 'One' });
    const two = await mount({ label: 'Two' });
    expect([partText(one, 'title'), partText(two, 'title')]).to.deep.equal(['One', 'Two']);
  });
});

describe('headless-agent: a second copy', () => {
  it('is silent at the same version and warns once at another (089)', () => {
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => void warnings.push(text);
    class Same extends HeadlessAgent {}
    class Other extends HeadlessAgent {
      static override readonly version: string = '9.9.9';
    }
    Same.define();
    Other.define();
    console.warn = warn;
    expect(warnings).to.deep.equal(['<headless-agent> 0.1.0 is on this page already; version 9.9.9 stays unused.']);
    expect(customElements.get('headless-agent')).to.equal(FromIndex);
  });

  it('carries the version of the package', async () => {
    const manifest: unknown = await (await fetch('/package.json')).json();
    expect(manifest).to.have.property('version', HeadlessAgent.version);
  });
});

describe('headless-agent: in a page', () => {
  it('keeps its shape under a hostile style sheet, whatever the root font size (090)', async () => {
    const boxes = async (): Promise<readonly string[]> => {
      // Otherwise the second would take up what the first has begun.
      const element = await mount({ persist: 'none' });
      await connect(element);
      const parts = ['base', 'header', 'title', 'status', 'list', 'welcome', 'composer', 'input', 'send-button'];
      const shapes = parts.map((part) => {
        const { width, height } = find(element, `[part~=${part}]`).getBoundingClientRect();
        const { color, fontSize, letterSpacing, textTransform } = getComputedStyle(find(element, `[part~=${part}]`));
        return [part, width, height, color, fontSize, letterSpacing, textTransform].join(' ');
      });
      element.remove();
      FakeSocket.sockets.length = 0;
      return shapes;
    };
    const plain = await boxes();
    const hostile = document.createElement('style');
    hostile.className = 'hostile';
    hostile.textContent = `* { color: red !important; font-size: 40px !important; line-height: 4 !important;
      letter-spacing: 9px !important; text-transform: uppercase !important; white-space: pre !important;
      text-align: end !important; word-spacing: 30px !important; box-sizing: content-box; visibility: visible; cursor: wait; }
      button, textarea, p, h2, section { display: none !important; padding: 30px !important; }`;
    document.head.append(hostile);
    for (const size of ['62.5%', '8px', '20px']) {
      document.documentElement.style.fontSize = size;
      expect(await boxes()).to.deep.equal(plain);
    }
  });

  it('covers nothing of the page around it (091)', async () => {
    const button = document.createElement('button');
    button.textContent = 'Order';
    document.body.append(button);
    const element = await mount();
    await connect(element);
    const { left, top, width, height } = button.getBoundingClientRect();
    expect(document.elementFromPoint(left + width / 2, top + height / 2)).to.equal(button);
    expect(getComputedStyle(element).backgroundColor).to.equal('rgba(0, 0, 0, 0)');
    const box = element.getBoundingClientRect();
    expect(box.bottom - find(element, '[part=base]').getBoundingClientRect().bottom).to.equal(0);
  });

  it('takes the font of the site, and can be hidden and sized by it', async () => {
    const parent = document.createElement('div');
    parent.style.cssText = 'font-family: "Courier New"; inline-size: 300px';
    document.body.append(parent);
    const element = await mount({}, parent);
    expect(getComputedStyle(find(element, '[part=title]')).fontFamily).to.equal('"Courier New"');
    expect(element.getBoundingClientRect().height).to.equal(560);
    element.style.blockSize = '400px';
    expect(find(element, '[part=base]').getBoundingClientRect().height).to.equal(400);
    element.hidden = true;
    expect(getComputedStyle(element).display).to.equal('none');
  });

  it('follows the color-scheme of the page, unless a theme says otherwise', async () => {
    const parent = document.createElement('div');
    parent.style.colorScheme = 'dark';
    document.body.append(parent);
    const element = await mount({}, parent);
    const scheme = (): string => getComputedStyle(find(element, '[part=base]')).colorScheme;
    expect(scheme()).to.equal('dark');
    element.theme = 'light';
    await drawn(element);
    expect(scheme()).to.equal('light');
  });

  it('never scrolls the page around it', async () => {
    const before = document.createElement('div');
    before.style.blockSize = '3000px';
    document.body.append(before);
    const element = await mount();
    const socket = await connect(element);
    await ask(element, socket, 'First');
    await answer(element, socket, long);
    await ask(element, socket, 'Second', 2);
    await askToForget(element, socket, 2);
    const list = find(element, '[part=list]');
    await waitUntil(() => list.scrollTop > 100, 'the list did not scroll');
    expect(window.scrollY).to.equal(0);
  });
});

describe('headless-agent: reading', () => {
  it('puts the question on top and lets the answer fill the room below it', async () => {
    const element = await mount();
    const socket = await connect(element);
    await ask(element, socket, 'First');
    await answer(element, socket, long);
    await ask(element, socket, 'Second', 2);
    const list = find(element, '[part=list]');
    const offset = (): number => {
      const question = [...(element.shadowRoot?.querySelectorAll('[part~=message-user]') ?? [])].at(-1);
      return (question?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().top;
    };
    await waitUntil(() => Math.abs(offset() - 12) <= 1, 'the question did not reach the top');
    await answer(element, socket, long.repeat(3), 2);
    expect(offset()).to.be.closeTo(12, 1);
  });

  it('brings a card into sight, unless the person reads elsewhere', async () => {
    const element = await mount();
    const socket = await connect(element);
    await ask(element, socket, 'First');
    socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: long });
    await drawn(element);
    const list = find(element, '[part=list]');
    const card = await askToForget(element, socket);
    const isShown = (): boolean => card.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom;
    await waitUntil(isShown, 'the card stayed below');

    socket.say({ type: 'tool.cancel', call: '1.0.0', reason: 'stopped' });
    await waitUntil(() => count(element, '[part=approval]') === 0);
    list.dispatchEvent(new WheelEvent('wheel'));
    list.scrollTop = 0;
    await new Promise((done) => list.addEventListener('scroll', done, { once: true }));
    socket.say({ type: 'tool.call', turn: 1, call: '1.0.1', name: 'memory_delete', args: { key: 'home' } });
    await waitUntil(() => count(element, '[part=approval]') === 1);
    await drawn(element);
    await new Promise(requestAnimationFrame);
    expect(list.scrollTop).to.equal(0);
  });
});

describe('headless-agent: hearing', () => {
  it('says an answer of 300 pieces once, when it is complete', async () => {
    const element = await mount();
    const socket = await connect(element);
    await ask(element, socket, 'Hi');
    const added: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node instanceof HTMLElement) added.push(node.textContent);
    });
    for (const region of element.shadowRoot?.querySelectorAll('[part=announcer]') ?? [])
      observer.observe(region, { childList: true });
    for (let piece = 0; piece < 300; piece += 1) {
      socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: 'word ' });
      await drawn(element);
    }
    socket.say({ type: 'turn.ended', turn: 1, reason: 'answered' });
    await drawn(element);
    await waitUntil(() => added.length > 0);
    expect(added).to.deep.equal([`Assistant: ${'word '.repeat(300).trim()}`.slice(0, 1_000)]);
  });

  it('says a question and a lost connection urgently, and each once', async () => {
    const element = await mount();
    const socket = await connect(element);
    await ask(element, socket, 'Forget it');
    await askToForget(element, socket);
    socket.close(1006);
    await drawn(element);
    const alerts = (): readonly (string | null)[] =>
      [...(element.shadowRoot?.querySelectorAll('[role=alert] p') ?? [])].map((line) => line.textContent);
    await waitUntil(() => alerts().length > 1, 'the loss was not said');
    expect(alerts()).to.deep.equal(['Your approval is needed: Forget something?', 'Connection lost.']);
    expect(partText(element, 'approval-reason')).to.include('Not connected');
    expect(await axeViolations(element)).to.deep.equal([]);
  });
});

describe('headless-agent: beginning anew', () => {
  it('empties the conversation, begins another session and gives the focus to the composer', async () => {
    const element = await mount();
    const socket = await connect(element);
    await ask(element, socket, 'Hi');
    await answer(element, socket, 'Hello.');
    const button = find(element, '[part=clear-button]');
    button.focus();
    button.click();
    await drawn(element);
    expect(count(element, '[part~=message]')).to.equal(0);
    expect(count(element, '[part=clear-button]')).to.equal(0);
    lastSocket().accept();
    expect(lastSocket()).to.not.equal(socket);
    expect(lastSocket().all('hello')[0]).to.not.have.property('resume');
    await waitUntil(() => element.shadowRoot?.activeElement?.getAttribute('part') === 'input');
  });

  it('leaves the text in the composer when the connection is refused, and says why', async () => {
    const element = await mount();
    const socket = await connect(element);
    socket.close(4403);
    await drawn(element);
    const input = find(element, '[part=input]');
    if (!(input instanceof HTMLTextAreaElement)) throw new Error('The composer has no text box.');
    input.value = 'Hello';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await drawn(element);
    expect(input.value).to.equal('Hello');
    expect(partText(element, 'note')).to.equal('Not sent. The server doesn’t accept this page.');
  });

  it('sends again what did not arrive, by the one button of its message', async () => {
    const element = await mount();
    const socket = await connect(element);
    void element.send('Hi').catch(() => {});
    const message = socket.all('user.message')[0]?.id ?? '';
    const error = { code: 'model_quota', message: 'No more today.' } as const;
    socket.say({ type: 'turn.failed', message, error });
    await drawn(element);
    expect(count(element, '[part=retry]')).to.equal(1);
    find(element, '[part=retry]').click();
    expect(socket.all('user.message').map(({ text }) => text)).to.deep.equal(['Hi', 'Hi']);
  });
});

describe('headless-agent: deciding', () => {
  const allow = '[part=approval-allow]';

  async function armedCard(): Promise<{ element: HeadlessAgent; socket: FakeSocket; button: HTMLButtonElement }> {
    const element = await mount();
    const socket = await connect(element);
    await ask(element, socket, 'Forget my home');
    await askToForget(element, socket);
    const button = find(element, allow);
    if (!(button instanceof HTMLButtonElement)) throw new Error('Allow is no button.');
    await waitUntil(() => !button.hasAttribute('aria-disabled'), 'the card was never armed');
    return { element, socket, button };
  }

  it('runs nothing on a click that a script made', async () => {
    const { element, socket, button } = await armedCard();
    button.click();
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await drawn(element);
    expect(count(element, '[part=approval]')).to.equal(1);
    expect(socket.all('tool.result')).to.deep.equal([]);
  });

  it('runs once on a click that a person made, and gives the focus back to the composer', async function () {
    const { element, socket, button } = await armedCard();
    button.focus();
    if (!(await click(button))) this.skip();
    await waitUntil(() => socket.all('tool.result').length > 0, 'the tool did not run');
    expect(socket.all('tool.result')).to.deep.equal([
      { type: 'tool.result', call: '1.0.0', result: { ok: true, value: { deleted: false } } },
    ]);
    await waitUntil(() => element.shadowRoot?.activeElement?.getAttribute('part') === 'input');
    await drawn(element);
    expect(partText(element, 'call-label')).to.equal('Forgot');
  });

  it('can be decided by keyboard, with Deny before Allow, and not by Enter in the composer or by Escape', async function () {
    const { element, socket } = await armedCard();
    element.focus();
    if (!(await type('yes'))) this.skip();
    await press('Enter', 'Escape');
    expect(count(element, '[part=approval]')).to.equal(1);
    find(element, '[part=list]').focus();
    const order: (string | null | undefined)[] = [];
    for (let at = 0; at < 5; at += 1) {
      await press('Tab');
      order.push(element.shadowRoot?.activeElement?.getAttribute('part'));
    }
    expect(order).to.deep.equal(['call-line', 'approval-deny', 'approval-allow', 'hem-button', 'input']);
    find(element, '[part=approval-deny]').focus();
    await press('Enter');
    await waitUntil(() => socket.all('tool.result').length > 0);
    expect(socket.all('tool.result')[0]?.result).to.have.nested.property('error.code', 'user_declined');
  });

  it('takes the card away when the person stops, and gives the focus back', async () => {
    const { element, button } = await armedCard();
    button.focus();
    element.stop();
    await waitUntil(() => count(element, '[part=approval]') === 0);
    await waitUntil(() => element.shadowRoot?.activeElement?.getAttribute('part') === 'input');
    expect(find(element, '[part=call]').dataset['state']).to.equal('cancelled');
  });
});
