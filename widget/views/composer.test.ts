import { expect } from '@open-wc/testing';
import { click, press, type } from '../../scripts/wtr/devices.ts';
import { words } from '../strings/words.ts';
import { definePanelFixture, PanelFixture } from './panel.fixture.ts';

definePanelFixture();

const lost = { phase: 'lost', attempt: 1, retryAt: 0 } as const;

interface Mounted {
  readonly panel: PanelFixture;
  readonly input: HTMLTextAreaElement;
  button(): HTMLButtonElement;
  write(text: string): Promise<void>;
  key(init: KeyboardEventInit): KeyboardEvent;
}

async function mount(): Promise<Mounted> {
  const panel = new PanelFixture();
  document.body.append(panel);
  await panel.show({});
  const input = panel.shadowRoot?.querySelector('textarea');
  if (!input) throw new Error('There is no composer.');
  return {
    panel,
    input,
    button: () => {
      const button = panel.shadowRoot?.querySelector<HTMLButtonElement>('[part=send-button], [part=stop-button]');
      if (!button) throw new Error('The composer has no button.');
      return button;
    },
    write: async (text) => {
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await panel.show({});
    },
    key: (init) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...init });
      input.dispatchEvent(event);
      return event;
    },
  };
}

afterEach(() => document.body.replaceChildren());

describe('composer', () => {
  it('is the first text box of the element', async () => {
    const { panel, input } = await mount();
    expect(panel.shadowRoot?.querySelector('input, textarea, [contenteditable], [role=textbox]')).to.equal(input);
  });

  it('sends on Enter, without the spaces around, and is empty again', async () => {
    const { panel, input, write, key } = await mount();
    await write('  Where am I? \n');
    expect(key({ key: 'Enter' }).defaultPrevented).to.equal(true);
    expect(panel.intents).to.deep.equal(['send Where am I?']);
    expect(input.value).to.equal('');
  });

  it('says that a text was pasted or dropped, until it is sent', async () => {
    const { panel, input, write, key } = await mount();
    for (const inputType of ['insertFromPaste', 'insertFromDrop']) {
      input.value = 'Read this';
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
      await write('Read this, please');
      key({ key: 'Enter' });
      await write('Where am I?');
      key({ key: 'Enter' });
    }
    const both = ['send pasted Read this, please', 'send Where am I?'];
    expect(panel.intents).to.deep.equal([...both, ...both]);
  });

  it('T1: takes what an undo brings back for pasted, too', async () => {
    const { panel, input, write, key } = await mount();
    for (const [value, inputType] of [
      ['Read this', 'insertFromPaste'],
      ['', 'deleteContentBackward'],
      ['Read this', 'historyUndo'],
    ] as const) {
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
    }
    key({ key: 'Enter' });
    await write('Where am I?');
    key({ key: 'Enter' });
    expect(panel.intents).to.deep.equal(['send pasted Read this', 'send Where am I?']);
  });

  it('keeps the text when it is not taken', async () => {
    const { panel, input, write, key } = await mount();
    panel.takes = false;
    await write('Where am I?');
    key({ key: 'Enter' });
    await panel.show({});
    expect(panel.intents).to.deep.equal(['send Where am I?']);
    expect(input.value).to.equal('Where am I?');
  });

  it('sends nothing when there is nothing to send', async () => {
    const { panel, button, write, key } = await mount();
    await write('  \n ');
    key({ key: 'Enter' });
    button().click();
    expect(button().getAttribute('aria-disabled')).to.equal('true');
    expect(panel.intents).to.deep.equal([]);
  });

  for (const modifier of ['shiftKey', 'ctrlKey', 'altKey', 'metaKey']) {
    it(`leaves Enter with ${modifier} to the text`, async () => {
      const { panel, write, key } = await mount();
      await write('One');
      expect(key({ key: 'Enter', [modifier]: true }).defaultPrevented).to.equal(false);
      expect(panel.intents).to.deep.equal([]);
    });
  }

  it('does not send with the Enter that ends a composition, in either order of events', async () => {
    const { panel, input, write, key } = await mount();
    await write('にほん');
    key({ key: 'Enter', isComposing: true, keyCode: 229 });
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    key({ key: 'Enter', isComposing: false, keyCode: 229 });
    expect(panel.intents).to.deep.equal([]);
    key({ key: 'Enter', keyCode: 13 });
    expect(panel.intents).to.deep.equal(['send にほん']);
  });

  it('keeps what is typed from the page’s shortcuts, and lets Escape, Tab and combinations through (096)', async () => {
    const { key } = await mount();
    const heard: string[] = [];
    const listen = (event: KeyboardEvent): void => void heard.push(event.key);
    window.addEventListener('keydown', listen);
    for (const typed of ['s', '/', 'Enter', 'Backspace', '?']) key({ key: typed });
    key({ key: 'Escape' });
    key({ key: 'Tab' });
    key({ key: 'k', ctrlKey: true });
    window.removeEventListener('keydown', listen);
    expect(heard).to.deep.equal(['Escape', 'Tab', 'k']);
  });

  it('turns Send into Stop on the same node while an answer is made', async () => {
    const { panel, button } = await mount();
    const node = button();
    expect(node.getAttribute('aria-label')).to.equal('Send');
    await panel.show({ working: true });
    expect(button()).to.equal(node);
    expect(node.getAttribute('aria-label')).to.equal('Stop');
    node.click();
    expect(panel.intents).to.deep.equal(['stop']);
  });

  it('does not stop with the second click of a double click on Send', async () => {
    const { panel, button, write } = await mount();
    await write('Hi');
    button().dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }));
    await panel.show({ working: true });
    button().dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
    expect(panel.intents).to.deep.equal(['send Hi']);
  });

  it('lets the person write while an answer is made, keeps the text on Enter and says why', async () => {
    const { panel, input, write, key } = await mount();
    await panel.show({ working: true });
    await write('Next');
    expect(input.disabled || input.readOnly).to.equal(false);
    key({ key: 'Enter' });
    await panel.show({});
    expect(panel.intents).to.deep.equal([]);
    expect(input.value).to.equal('Next');
    expect(panel.shadowRoot?.querySelector('[part=hint]')?.textContent.trim()).to.include(
      'once the answer is complete',
    );
    await panel.show({ working: false });
    expect(panel.shadowRoot?.querySelector('[part=hint]')?.textContent.trim()).to.equal('');
  });

  it('says while offline that one message waits', async () => {
    const { panel, key, write } = await mount();
    await panel.show({ working: true, connection: lost });
    await write('And then?');
    key({ key: 'Enter' });
    await panel.show({ working: true, connection: lost });
    expect(panel.shadowRoot?.querySelector('[part=hint]')?.textContent.trim()).to.equal(words.oneWaits);
  });

  it('takes nothing while the conversation goes on in another tab', async () => {
    const { panel, input, button, key, write } = await mount();
    await write('Hello');
    await panel.show({ connection: { phase: 'refused', code: 4409, reason: words.errors.taken_over } });
    expect(input.disabled).to.equal(true);
    expect(button().getAttribute('aria-disabled')).to.equal('true');
    key({ key: 'Enter' });
    button().click();
    expect(panel.intents).to.deep.equal([]);
    expect(input.value).to.equal('Hello');
  });

  it('grows with its text up to a bound and shrinks again', async () => {
    const { panel, input, write, key } = await mount();
    const height = (): number => input.parentElement?.getBoundingClientRect().height ?? 0;
    const one = height();
    await write('One\ntwo\nthree');
    expect(height()).to.equal(one + 48);
    await write('line\n'.repeat(50));
    expect(height()).to.equal(160);
    key({ key: 'Enter' });
    await panel.show({});
    expect(height()).to.equal(one);
  });

  it('keeps the focus when Send is pressed with the mouse', async function () {
    const { panel, input, button } = await mount();
    input.focus();
    if (!(await type('Hi'))) this.skip();
    expect(input.value).to.equal('Hi');
    await click(button());
    expect(panel.intents).to.deep.equal(['send Hi']);
    expect(panel.shadowRoot?.activeElement).to.equal(input);
  });

  it('sends with a real Enter and keeps the focus', async function () {
    const { panel, input } = await mount();
    input.focus();
    if (!(await type('a'))) this.skip();
    await press('Enter');
    expect(panel.intents).to.deep.equal(['send a']);
    expect(panel.shadowRoot?.activeElement).to.equal(input);
  });
});
