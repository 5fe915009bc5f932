import { expect, fixtureCleanup } from '@open-wc/testing';
import { errorWords, words } from '../strings/words.ts';
import { axeViolations } from './axe.fixture.ts';
import {
  agent,
  ask,
  callStates,
  call,
  definePanelFixture,
  open,
  PanelFixture,
  panelStates,
  user,
} from './panel.fixture.ts';

definePanelFixture();

async function mount(theme = 'light'): Promise<PanelFixture> {
  const panel = new PanelFixture();
  panel.setAttribute('theme', theme);
  document.body.append(panel);
  await panel.show({});
  return panel;
}

function root(panel: PanelFixture): ShadowRoot {
  if (!panel.shadowRoot) throw new Error('The panel has no shadow root.');
  return panel.shadowRoot;
}

function find(panel: PanelFixture, selector: string): HTMLElement {
  const found = root(panel).querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
}

function textsOf(panel: PanelFixture, selector: string): readonly string[] {
  return [...root(panel).querySelectorAll(selector)].map(({ textContent }) =>
    textContent.replaceAll(/\s+/g, ' ').trim(),
  );
}

/** The node that holds the answer's words. */
function answerText(panel: PanelFixture): Text {
  const texts = document.createTreeWalker(find(panel, '[part~=content]'), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node instanceof Text && node.data.trim() !== '') return node;
  }
  throw new Error('The answer has no words.');
}

afterEach(() => {
  fixtureCleanup();
  document.body.replaceChildren();
});

describe('panel: accessibility', () => {
  for (const theme of ['light', 'dark']) {
    for (const [name, state] of Object.entries(panelStates)) {
      it(`has nothing for axe to find in the state ${name}, ${theme}`, async () => {
        document.documentElement.style.colorScheme = theme;
        const panel = await mount(theme);
        await panel.show(state);
        for (const details of root(panel).querySelectorAll('details')) details.open = true;
        expect(await axeViolations(panel)).to.deep.equal([]);
        document.documentElement.style.colorScheme = '';
      });
    }
  }

  it('is a region named by the label, with the conversation as a silent log in it', async () => {
    const panel = await mount();
    await panel.show({ label: 'At the counter' });
    expect(find(panel, 'section').getAttribute('aria-label')).to.equal('At the counter');
    expect(find(panel, '[role=log]').getAttribute('aria-live')).to.equal('off');
  });

  it('has voices of its own for what is polite and what is urgent', async () => {
    const panel = await mount();
    await panel.show({ lines: { polite: [{ id: 1, text: 'Done.' }], assertive: [{ id: 2, text: 'Lost.' }] } });
    expect(textsOf(panel, '[part=announcer][role=status] p')).to.deep.equal(['Done.']);
    expect(textsOf(panel, '[part=announcer][role=alert] p')).to.deep.equal(['Lost.']);
  });

  it('keeps its element free of style attributes in every state', async () => {
    const panel = await mount();
    for (const state of Object.values(panelStates)) {
      await panel.show(state);
      expect(root(panel).querySelectorAll('[style]')).to.have.length(0);
    }
  });
});

describe('panel: a call', () => {
  for (const [phase, state] of Object.entries(callStates)) {
    it(`tells ${phase} by attribute, picture and word`, async () => {
      const panel = await mount();
      await panel.show({ items: [user('u1', 'Hi'), call('1.0.0', 'geolocation_get', {}, state)] });
      const chip = find(panel, '[part=call]');
      expect(chip.dataset['callId']).to.equal('1.0.0');
      expect(chip.dataset['state']).to.equal(phase);
      expect(chip.querySelector(`.icon-${phase}`)).to.not.equal(null);
      const word = state.phase === 'failed' ? errorWords(state.error.code) : words.phases[state.phase];
      expect(textsOf(panel, '[part=call-state]')).to.deep.equal([word]);
    });
  }

  it('settles into the past tense', async () => {
    const panel = await mount();
    const labels: (string | undefined)[] = [];
    for (const state of [callStates.requested, callStates.running, callStates.done]) {
      await panel.show({ items: [call('1.0.0', 'clipboard_write', { text: 'a' }, state)] });
      labels.push(textsOf(panel, '[part=call-label]')[0]);
    }
    expect(labels).to.deep.equal([
      'Put a text on your clipboard',
      'Copying to your clipboard',
      'Copied to your clipboard',
    ]);
  });

  it('goes through its phases on one node', async () => {
    const panel = await mount();
    await panel.show({ items: [call('1.0.0', 'speak', { text: 'a' }, callStates.requested)] });
    const chip = find(panel, '[part=call]');
    for (const state of Object.values(callStates)) {
      await panel.show({ items: [call('1.0.0', 'speak', { text: 'a' }, state)] });
      expect(find(panel, '[part=call]')).to.equal(chip);
    }
  });

  it('keeps an opened drawer open while its call goes on', async () => {
    const panel = await mount();
    await panel.show({ items: [call('1.0.0', 'speak', { text: 'a' }, callStates.running)] });
    const drawer = find(panel, 'details');
    if (drawer instanceof HTMLDetailsElement) drawer.open = true;
    await panel.show({ items: [call('1.0.0', 'speak', { text: 'a' }, callStates.done)] });
    expect(find(panel, 'details').hasAttribute('open')).to.equal(true);
  });

  it('has the exact arguments and the exact result in its drawer', async () => {
    const panel = await mount();
    const args = { key: 'home', value: { city: 'Berlin', at: [52.5, 13.4] } };
    const value = { key: 'home', bytes: 12, replaced: false, persisted: true };
    await panel.show({ items: [call('1.0.0', 'memory_put', args, { phase: 'done', ms: 3, value })] });
    const [sent, given] = textsOf(panel, 'pre').map((text): unknown => JSON.parse(text));
    expect(sent).to.deep.equal(args);
    expect(given).to.deep.equal(value);
  });

  it('shows what would hide in its arguments', async () => {
    const panel = await mount();
    await panel.show({ items: [call('1.0.0', 'memory_put', { key: 'a\u202eb\u200b\u{e0041}' }, callStates.running)] });
    for (const place of ['pre', '[part=call-args]']) {
      expect(textsOf(panel, place)[0]).to.include('aU+202EbU+200BU+E0041');
    }
  });

  it('names a tool of the site by its title, and an unknown one by its name', async () => {
    const panel = await mount();
    await panel.show({
      items: [call('1.0.0', 'basket_add', {}, callStates.done), call('1.0.1', 'constructor', {}, callStates.done)],
    });
    expect(textsOf(panel, '[part=call-label]')).to.deep.equal(['Add to the basket', 'Constructor']);
  });

  it('shows progress as a share or in words', async () => {
    const panel = await mount();
    for (const [progress, shown] of [
      [0.4, '40 %'],
      ['second page', 'second page'],
    ] as const) {
      await panel.show({ items: [call('1.0.0', 'speak', {}, { phase: 'running', since: 0, progress })] });
      expect(textsOf(panel, '[part=call-state]')).to.deep.equal([shown]);
    }
  });
});

describe('panel: text', () => {
  it('grows an answer in one text node, so that a selection in it survives', async () => {
    const panel = await mount();
    await panel.show({ items: [user('u1', 'Hi'), agent('1.0', 'One two', true)], working: true });
    const node = answerText(panel);
    const range = document.createRange();
    range.setStart(node, 4);
    range.setEnd(node, 7);
    for (let chunk = 0; chunk < 200; chunk += 1) {
      await panel.show({ items: [user('u1', 'Hi'), agent('1.0', `One two${' more'.repeat(chunk)}`, true)] });
    }
    expect(answerText(panel)).to.equal(node);
    expect(range.toString()).to.equal('two');
    expect(node.data).to.have.length(7 + 199 * 5);
  });

  it('replaces an answer that a newer attempt began anew', async () => {
    const panel = await mount();
    await panel.show({ items: [agent('1.0', 'The first try', true)] });
    await panel.show({ items: [agent('1.0', 'Another', true)] });
    expect(textsOf(panel, '[part~=content]')).to.deep.equal(['Another']);
  });

  it('keeps earlier messages on their nodes when later ones come', async () => {
    const panel = await mount();
    const first = [user('u1', 'Hi'), agent('1.0', 'Hello.')];
    await panel.show({ items: first });
    const nodes = [...root(panel).querySelectorAll('[part~=message]')];
    await panel.show({ items: [...first, user('u2', 'And?'), agent('2.0', 'Well.', true)] });
    expect([...root(panel).querySelectorAll('[part~=message]')].slice(0, 2)).to.deep.equal(nodes);
  });

  it('shows markup as the text it is', async () => {
    const panel = await mount();
    await panel.show({ items: [agent('1.0', '<img src=x onerror=alert(1)>')] });
    expect(textsOf(panel, '[part~=content]')).to.deep.equal(['<img src=x onerror=alert(1)>']);
    expect(find(panel, '[part~=content]').querySelector('img')).to.equal(null);
  });

  it('lets each text run in its own direction', async () => {
    const panel = await mount();
    await panel.show(panelStates.rightToLeft);
    expect(getComputedStyle(find(panel, '[part=bubble]')).direction).to.equal('rtl');
    expect(getComputedStyle(answerText(panel).parentElement ?? panel).direction).to.equal('rtl');
  });
});

describe('panel: what can be pressed', () => {
  it('offers at most three first messages, made of the granted tools', async () => {
    const panel = await mount();
    const starters = [...root(panel).querySelectorAll<HTMLElement>('[part=starter]')];
    expect(starters.map(({ textContent }) => textContent.trim())).to.deep.equal([
      'Where am I?',
      'Remember that I like rye bread',
      'What did I copy?',
    ]);
    starters[0]?.click();
    expect(panel.intents).to.deep.equal(['send Where am I?']);
  });

  it('lets the site replace the words of the welcome', async () => {
    const panel = await mount();
    const own = document.createElement('p');
    own.slot = 'empty';
    own.textContent = 'Ask about bread.';
    panel.append(own);
    const slot = find(panel, 'slot[name=empty]');
    expect(slot instanceof HTMLSlotElement && slot.assignedElements()).to.deep.equal([own]);
  });

  it('says that a rehearsal is not an AI', async () => {
    const panel = await mount();
    await panel.show({ connection: open({ label: 'Rehearsal', rehearsal: true }) });
    expect(textsOf(panel, '[part~=banner-rehearsal]')[0]).to.include('rehearsal, not an AI');
  });

  it('counts down to the next try and can try at once', async () => {
    const panel = await mount();
    await panel.show(panelStates.lost);
    expect(textsOf(panel, '[part~=banner-offline] p')).to.deep.equal(['Connection lost. Next try in 5 s.']);
    find(panel, '[part~=banner-offline] button').click();
    expect(panel.intents).to.deep.equal(['retryNow']);
  });

  it('tells the reason of a refusal', async () => {
    const panel = await mount();
    await panel.show(panelStates.refused);
    expect(textsOf(panel, '[part~=banner-refused] p')).to.deep.equal(['The server does not accept this page.']);
  });

  it('offers another try after a refusal, and to go on here with what went on elsewhere', async () => {
    const panel = await mount();
    const buttons = (): readonly string[] => textsOf(panel, '[part~=banner-refused] button');
    await panel.show(panelStates.refused);
    expect(buttons()).to.deep.equal(['Try now']);
    await panel.show(panelStates.takenOver);
    expect(buttons()).to.deep.equal(['Continue here']);
    find(panel, '[part~=banner-refused] button').click();
    expect(panel.intents).to.deep.equal(['retryNow']);
    await panel.show({ connection: { phase: 'refused', code: 0, reason: 'No server.' } });
    expect(buttons()).to.deep.equal([]);
  });

  it('offers a new conversation once there is one to leave', async () => {
    const panel = await mount();
    expect(root(panel).querySelector('[part=clear-button]')).to.equal(null);
    await panel.show(panelStates.answered);
    const button = find(panel, '[part=clear-button]');
    expect(button.getAttribute('aria-label')).to.equal('New conversation');
    expect(button.title).to.equal('New conversation');
    button.click();
    expect(panel.intents).to.deep.equal(['clear']);
  });

  it('puts a card only at the call that is asking', async () => {
    const panel = await mount();
    const old = call('1.0.0', 'geolocation_get', {}, callStates.done);
    await panel.show({ items: [user('u1', 'Hi'), old], asks: [ask()], working: true });
    expect(root(panel).querySelector('headless-agent-approval')).to.equal(null);
  });

  it('shows a question, its arguments and its buttons together, however long they are', async () => {
    const panel = await mount();
    const args = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`field_${n}`, 'long '.repeat(200)]));
    const asked = ask({ tool: 'basket_add', siteTool: true, description: 'Words. '.repeat(280), args, sink: 'egress' });
    for (const height of ['560px', '360px']) {
      panel.style.blockSize = height;
      await panel.show({
        connection: open({ label: 'Rehearsal', rehearsal: true }),
        items: [user('u1', 'Hi'), call('1.0.0', 'basket_add', args, callStates.asking)],
        asks: [asked],
      });
      const list = find(panel, '[part=list]').getBoundingClientRect();
      const top = find(panel, '[part=approval-title]').getBoundingClientRect().top;
      const bottom = find(panel, '[part=approval-actions]').getBoundingClientRect().bottom;
      expect(bottom - top, height).to.be.lessThan(list.height);
      expect(find(panel, '[part=approval-args]').getBoundingClientRect().height).to.be.greaterThan(40);
      expect(await axeViolations(panel)).to.deep.equal([]);
    }
  });

  it('sends a message again from an error and from a message that was not sent', async () => {
    const panel = await mount();
    await panel.show(panelStates.notes);
    for (const button of root(panel).querySelectorAll<HTMLElement>('[part=retry]')) button.click();
    expect(panel.intents).to.deep.equal(['retry u1', 'retry u3']);
  });

  it('shows that it thinks only while nothing else moves', async () => {
    const panel = await mount();
    const shows: boolean[] = [];
    for (const last of [
      [],
      [call('1.0.0', 'speak', {}, callStates.running)],
      [call('1.0.0', 'speak', {}, callStates.done)],
      [agent('1.1', 'Well', true)],
    ]) {
      await panel.show({ items: [user('u1', 'Hi'), ...last], working: true });
      shows.push(root(panel).querySelector('[part=thinking]') !== null);
    }
    expect(shows).to.deep.equal([true, false, true, false]);
  });
});
