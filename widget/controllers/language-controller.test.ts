import { expect } from '@open-wc/testing';
import { waitUntil } from '../../scripts/wtr/wait-until.ts';
import { translate as german } from '../strings/de.ts';
import { formats } from '../strings/formats.ts';
import { fakeSockets } from '../fake-socket.fixture.ts';
import { ask, askToForget, connect, count, drawn, find, mount, partText } from '../headless-agent.fixture.ts';
import type { HeadlessAgent } from '../headless-agent.ts';
import '../index.ts';

const de = german(formats('de'));
const { documentElement } = document;
const langBefore = documentElement.getAttribute('lang');
const { warn } = console;
let warnings: string[];
let takeBack: () => void;

const label = (element: HeadlessAgent): string | null => find(element, '.send').getAttribute('aria-label');
const says = (element: HeadlessAgent, text: string): Promise<void> => waitUntil(() => label(element) === text);

async function mountIn(lang: string, attributes: Record<string, string> = {}): Promise<HeadlessAgent> {
  const parent = document.body.appendChild(document.createElement('div'));
  parent.lang = lang;
  return mount({ persist: 'none', ...attributes }, parent);
}

beforeEach(() => {
  takeBack = fakeSockets();
  warnings = [];
  console.warn = (text: string) => void warnings.push(text);
  documentElement.lang = 'en';
});

afterEach(() => {
  document.body.replaceChildren();
  console.warn = warn;
  takeBack();
  if (langBefore === null) documentElement.removeAttribute('lang');
  else documentElement.lang = langBefore;
});

describe('the language of the element', () => {
  it('is English at once and another as soon as it is loaded, without a moment of English the next time', async () => {
    const first = await mountIn('hi');
    expect(label(first)).to.be.oneOf(['Send', 'भेजें']);
    await says(first, 'भेजें');
    const second = await mountIn('hi-IN');
    expect(label(second)).to.equal('भेजें');
  });

  it('follows the nearest lang, whoever changes it', async () => {
    const element = await mountIn('de-AT');
    await says(element, 'Senden');
    expect(partText(element, 'title')).to.equal('Assistent');
    expect(find(element, '[part=input]').getAttribute('placeholder')).to.equal(de.placeholder);
    element.lang = 'fr';
    await says(element, 'Envoyer');
    element.removeAttribute('lang');
    await says(element, 'Senden');
    element.parentElement?.removeAttribute('lang');
    await says(element, 'Send');
    documentElement.lang = 'es';
    await says(element, 'Enviar');
  });

  it('follows a lang outside the shadow root that it is in, and another place', async () => {
    const host = document.body.appendChild(document.createElement('div'));
    host.lang = 'it';
    const inner = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    const element = await mount({ persist: 'none' }, inner);
    await says(element, 'Invia');
    host.lang = 'pt';
    await says(element, 'Enviar');
    document.body.append(element);
    await says(element, 'Send');
  });

  it('stays English where there is no such language', async () => {
    const element = await mountIn('nl');
    await element.updateComplete;
    expect(label(element)).to.equal('Send');
    expect(find(element, '[part=base]').lang).to.equal('en');
    expect(warnings).to.deep.equal([]);
  });

  it('is its own in each of two elements on one page', async () => {
    const one = await mountIn('de');
    const two = await mountIn('ru');
    await says(one, 'Senden');
    await says(two, 'Отправить');
    one.placeholder = 'A';
    two.placeholder = 'B';
    one.requestUpdate();
    await Promise.all([drawn(one), drawn(two)]);
    expect([label(one), label(two)]).to.deep.equal(['Senden', 'Отправить']);
    expect([partText(one, 'status'), partText(two, 'status')]).to.deep.equal(['Verbindet', 'Соединение']);
  });

  it('reads from right to left in Arabic and names what it is in', async () => {
    const element = await mountIn('ar');
    await says(element, 'إرسال');
    const base = find(element, '[part=base]');
    expect([base.dir, base.lang, getComputedStyle(base).direction]).to.deep.equal(['rtl', 'ar', 'rtl']);
    element.lang = 'ja';
    await says(element, '送信');
    expect(getComputedStyle(base).direction).to.equal('ltr');
  });

  it('changes a card, a note and a chip that stand there', async () => {
    const element = await mount({ persist: 'none' });
    const socket = await connect(element);
    await customElements.whenDefined('headless-agent-approval');
    await ask(element, socket, 'Forget it');
    await askToForget(element, socket);
    expect(partText(element, 'approval-deny')).to.equal('Deny');
    element.lang = 'de';
    await says(element, de.stop ?? '');
    await drawn(element);
    expect(partText(element, 'approval-deny')).to.equal('Ablehnen');
    expect(partText(element, 'approval-title')).to.equal('Etwas vergessen?');
    expect(partText(element, 'call-state')).to.equal('Wartet auf Sie');
    element.stop();
    await waitUntil(() => count(element, '[part=note]') === 1);
    await drawn(element);
    expect(partText(element, 'note')).to.equal('Sie haben diese Antwort gestoppt.');
    element.lang = 'en';
    await says(element, 'Send');
    await drawn(element);
    expect(partText(element, 'note')).to.equal('You stopped this answer.');
  });

  it('says a refusal in the language, however early it came', async () => {
    const element = await mountIn('zh');
    const socket = await connect(element, '就绪');
    socket.close(4403);
    await drawn(element);
    expect(partText(element, 'banner-refused')).to.include('服务器不接受此页面。');
    element.lang = 'en';
    await waitUntil(() => partText(element, 'banner-refused').includes('The server doesn’t accept this page.'));
  });
});

describe('the words of the page', () => {
  it('replace single ones in any language, and go with the property', async () => {
    const element = await mountIn('de');
    element.strings = { send: 'Los', status: { connecting: 'Moment' } };
    await says(element, 'Los');
    expect(partText(element, 'status')).to.equal('Moment');
    expect(partText(element, 'title')).to.equal('Assistent');
    element.strings = null;
    await says(element, 'Senden');
  });

  it('can be all of a language that there is not, and its direction', async () => {
    const element = await mountIn('he');
    element.strings = { lang: 'he', dir: 'rtl', send: 'שליחה' };
    await says(element, 'שליחה');
    expect(getComputedStyle(find(element, '[part=base]')).direction).to.equal('rtl');
  });

  it('are named on the console where they are of a wrong type, once calls can be drawn', async () => {
    const element = await mount({ persist: 'none' });
    Object.assign(element, { strings: { send: 3, stop: 'Halt', approvals: { card: { left: 'soon' } } } });
    await connect(element);
    await customElements.whenDefined('headless-agent-approval');
    element.requestUpdate();
    await waitUntil(() => warnings.length > 0);
    expect(label(element)).to.equal('Send');
    expect(warnings).to.deep.equal([
      'headless-agent: strings.send: give a string.',
      'headless-agent: strings.approvals.card.left: give a function.',
    ]);
  });
});
