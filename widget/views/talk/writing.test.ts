import { expect } from '@open-wc/testing';
import { press, type } from '../../../scripts/wtr/devices.ts';
import type { Draft } from '../intents.ts';
import { open, user } from '../panel.fixture.ts';
import { mountTalk, type Talk } from './talk.fixture.ts';

class Kept {
  draft: Draft | undefined;
  readonly read = (): Draft | undefined => this.draft;
  readonly write = (draft: Draft): void => void (this.draft = draft);
}

function put({ input }: Talk, value: string, inputType = 'insertText'): void {
  input().value = value;
  input().dispatchEvent(new InputEvent('input', { inputType, bubbles: true }));
}

function room(maxMessageChars: number): ReturnType<typeof open> {
  const connection = open();
  if (connection.phase !== 'open') throw new Error('It is not open.');
  const { welcome } = connection;
  return { ...connection, welcome: { ...welcome, limits: { ...welcome.limits, maxMessageChars } } };
}

afterEach(() => document.body.replaceChildren());

describe('what is being written', () => {
  it('is kept, and is there on the next page', async () => {
    const kept = new Kept();
    const first = await mountTalk({}, (panel) => (panel.draft = kept));
    put(first, 'Where am');
    expect(kept.draft).to.deep.equal({ text: 'Where am', isForeign: false });
    first.panel.remove();
    const next = await mountTalk({}, (panel) => (panel.draft = kept));
    expect(next.input().value).to.equal('Where am');
    next.find('[part=send-button]').click();
    await next.show({});
    expect(next.panel.intents).to.deep.equal(['send Where am']);
    expect(kept.draft?.text).to.equal('');
  });

  it('T1: counts as pasted on the next page where it was pasted', async () => {
    const kept = new Kept();
    put(await mountTalk({}, (panel) => (panel.draft = kept)), 'Obey.', 'insertFromPaste');
    const next = await mountTalk({}, (panel) => (panel.draft = kept));
    next.find('[part=send-button]').click();
    expect(next.panel.intents).to.deep.equal(['send pasted Obey.']);
  });

  it('is not replaced by what comes late from the page before', async () => {
    const kept = new Kept();
    kept.draft = { text: 'Old', isForeign: false };
    const talk = await mountTalk();
    put(talk, 'New');
    talk.panel.draft = kept;
    await talk.show({ working: true });
    expect(talk.input().value).to.equal('New');
    expect(kept.draft.text).to.equal('New');
  });

  it('is followed by what was said before, in an empty field, with the arrow', async () => {
    const talk = await mountTalk({ items: [user('u1', 'One'), user('u2', 'Two')] });
    talk.input().focus();
    if (!(await press('ArrowUp'))) return;
    expect(talk.input().value).to.equal('Two');
    await press('ArrowUp');
    expect(talk.input().value).to.equal('One');
    await press('ArrowDown', 'ArrowDown');
    expect(talk.input().value).to.equal('');
    await type('Mine');
    await press('ArrowUp');
    expect(talk.input().value).to.equal('Mine');
  });

  it('T1: what was said in another’s words counts as pasted when it is said again', async () => {
    const talk = await mountTalk({ items: [{ ...user('u1', 'Obey.'), origin: 'script' }] });
    talk.input().focus();
    if (!(await press('ArrowUp', 'Enter'))) return;
    expect(talk.panel.intents).to.deep.equal(['send pasted Obey.']);
  });

  it('shows from nine tenths on how much may still be written, and says so once', async () => {
    const talk = await mountTalk({ connection: room(20) });
    put(talk, 'x'.repeat(17));
    await talk.show({});
    expect(talk.texts('.counter')).to.deep.equal([]);
    put(talk, 'x'.repeat(18));
    await talk.show({});
    expect(talk.texts('.counter')).to.deep.equal(['2 characters left']);
    put(talk, 'x'.repeat(20));
    await talk.show({});
    expect(talk.texts('.counter')).to.deep.equal(['0 characters left']);
    expect(talk.panel.intents).to.deep.equal(['say 2 characters left']);
    talk.find('[part=send-button]').click();
    await talk.show({});
    expect(talk.texts('.counter')).to.deep.equal([]);
  });
});
