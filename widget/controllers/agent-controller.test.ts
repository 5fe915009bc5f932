import { expect } from '@open-wc/testing';
import { fakeSockets } from '../fake-socket.fixture.ts';
import { connect, drawn, find, mount } from '../headless-agent.fixture.ts';
import '../index.ts';

let takeBack: () => void;

beforeEach(() => (takeBack = fakeSockets()));

afterEach(() => {
  document.body.replaceChildren();
  takeBack();
});

describe('a message that is tried again', () => {
  it('T1: goes out as what it was: pasted, or said by a script', async () => {
    const element = await mount();
    const socket = await connect(element);
    const input = find(element, '[part=input]');
    if (!(input instanceof HTMLTextAreaElement)) throw new Error('The composer has no text box.');
    input.value = 'Pasted';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    const error = { code: 'model_quota', message: 'No more today.' } as const;
    const refuse = async (): Promise<void> => {
      socket.say({ type: 'turn.failed', message: socket.all('user.message').at(-1)?.id ?? '', error });
      await drawn(element);
    };
    await refuse();
    find(element, '[part=retry]').click();
    await refuse();
    element.send('Said').catch(() => {});
    await refuse();
    [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part=retry]') ?? [])].at(-1)?.click();
    const said = socket.all('user.message').map(({ text, origin }) => `${text} ${origin}`);
    expect(said).to.deep.equal(['Pasted pasted', 'Pasted pasted', 'Said script', 'Said script']);
  });
});
