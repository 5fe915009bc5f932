import { expect } from '@open-wc/testing';
import { click, focusPage, press, type } from '../../../scripts/wtr/devices.ts';
import { axeViolations } from '../axe.fixture.ts';
import { armed, delicate, isOff, mount, plain } from './card.fixture.ts';

before(() => focusPage());
afterEach(() => document.body.replaceChildren());

const long = 'The bakery opens at six. '.repeat(60);

describe('approval card: what it says', () => {
  it('puts Deny first and gives neither button the focus', async () => {
    const { card } = await armed(await mount());
    expect([...card.querySelectorAll('button')].map(({ textContent }) => textContent.trim())).to.deep.equal([
      'Deny',
      'Allow once',
    ]);
    expect(card.matches(':focus-within')).to.equal(false);
  });

  it('says who asks, what, with which arguments, and what leaves the device', async () => {
    const mounted = await mount({ args: { save: true, note: 'at home' } });
    expect(mounted.text('approval-who')).to.equal(`Assistant on ${location.host} asks`);
    expect(mounted.text('approval-title')).to.equal('Find out where you are?');
    expect(mounted.text('approval-args')).to.equal('save yes note at home');
    expect(mounted.text('approval-facts')).to.include('What leaves your device');
    expect(mounted.text('approval-path')).to.equal('This deviceThe assistant’s serverGemini');
    expect(mounted.text('approval-facts')).to.include('Your browser will ask you too.');
  });

  it('says that nothing more leaves the device where that is so', async () => {
    const mounted = await mount(plain);
    expect(mounted.text('approval-facts')).to.include('It stays on this device.');
    expect(mounted.has('approval-path')).to.equal(false);
  });

  it('says that a tool is the site’s own, in the site’s words, and where its arguments go', async () => {
    const mounted = await mount({ ...delicate, danger: false, why: ['tool'] });
    expect(mounted.text('approval-title')).to.equal('Add to the basket?');
    expect(mounted.text('approval-note')).to.equal('Puts bread in.');
    expect(mounted.text('approval-paths')).to.include(`This device${location.host}, which may pass it on`);
  });

  it('says that the server does it', async () => {
    const mounted = await mount({ ...plain, tool: 'mail_send', onServer: true, sink: 'egress', why: ['server'] });
    expect(mounted.text('approval-facts')).to.include('The server does this, not your browser.');
    expect(mounted.text('approval-path')).to.equal('The assistant’s serverThe internet');
    expect(mounted.text('approval-why')).to.equal('The assistant’s server wants you to be asked.');
  });

  it('says why it asks now, and what was read before in words', async () => {
    const mounted = await mount({ ...delicate, danger: false, why: ['untrusted', 'repaired'] });
    expect(mounted.text('approval-facts')).to.include('It comes after reading your clipboard,');
    expect(mounted.text('approval-facts')).to.include('it was mended');
    expect((await mount({ why: ['tool'] })).has('approval-why')).to.equal(false);
  });

  it('labels a click that only the browser wants, under a name that still begins with Allow', async () => {
    const mounted = await mount({ kind: 'gesture' });
    expect(mounted.text('approval-allow')).to.equal('Tap to run');
    expect(mounted.button('allow').getAttribute('aria-label')).to.equal('Allow: Tap to run');
  });

  it('counts only the last 30 seconds, in which there is more time to be had, twice', async () => {
    const mounted = await mount({ extensions: 1 });
    mounted.clock.advance(269_999);
    await mounted.card.updateComplete;
    expect(mounted.has('approval-reason')).to.equal(false);
    mounted.clock.advance(1);
    await mounted.card.updateComplete;
    expect(mounted.text('approval-reason')).to.equal('30 s left to decide');
    mounted.part('approval-extend').click();
    expect(mounted.decisions).to.deep.equal(['extend 1.0.0']);
    mounted.card.ask = { ...mounted.card.ask, extensions: 0 };
    await mounted.card.updateComplete;
    expect(mounted.has('approval-extend')).to.equal(false);
  });

  it('tells a screen reader once that time runs out, not each second', async () => {
    const mounted = await mount({ expiresAt: 1_010_000 });
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

  it('takes no decision while the connection is lost, and says so', async () => {
    const mounted = await armed(await mount());
    mounted.card.offline = true;
    await mounted.card.updateComplete;
    await click(mounted.button('allow'));
    await click(mounted.button('deny'));
    expect(mounted.decisions).to.deep.equal([]);
    expect(mounted.button('allow').getAttribute('aria-disabled')).to.equal('true');
    expect(mounted.text('approval-reason')).to.include('Not connected');
  });

  it('is denied by nothing but its button: Escape does nothing', async () => {
    const mounted = await armed(await mount());
    for (const button of [mounted.button('deny'), mounted.button('allow')]) {
      button.focus();
      await press('Escape');
    }
    expect(mounted.decisions).to.deep.equal([]);
    expect(mounted.card.isConnected).to.equal(true);
  });
});

describe('approval card: how long a yes lasts', () => {
  it('offers no choice where there is only one', async () => {
    expect((await mount()).has('approval-scope')).to.equal(false);
  });

  it('means once unless the person chooses otherwise, and says on the button what was chosen', async () => {
    const mounted = await mount({ scopes: ['once', 'session', 'always'] });
    const scope = mounted.part('approval-scope');
    if (!(scope instanceof HTMLSelectElement)) throw new Error('The scopes are no select.');
    expect(scope.value).to.equal('once');
    expect(mounted.text('approval-allow')).to.equal('Allow once');
    scope.value = 'always';
    scope.dispatchEvent(new Event('change'));
    await mounted.card.updateComplete;
    expect(mounted.text('approval-allow')).to.equal('Allow always');
    await armed(mounted);
    await click(mounted.button('allow'));
    expect(mounted.decisions).to.deep.equal(['1.0.0 always']);
  });

  it('is once again when the question becomes another', async () => {
    const mounted = await mount({ scopes: ['once', 'session'] });
    const scope = mounted.part('approval-scope');
    if (scope instanceof HTMLSelectElement) scope.value = 'session';
    scope.dispatchEvent(new Event('change'));
    mounted.card.ask = { ...mounted.card.ask, hash: 'another' };
    await mounted.card.updateComplete;
    expect(mounted.text('approval-allow')).to.equal('Allow once');
  });
});

describe('approval card: T10, what is shown is all that is sent', () => {
  it('T10: shows what would hide in an argument, a title or anybody’s words', async () => {
    const mounted = await mount({
      ...{ tool: 'x', title: 'Pay\u202eyaP', siteTool: true, description: 'a\u2066b', said: 'c\u200bd' },
      args: { text: 'paypal\u202elapyap\u0007\u001b[31m', ['k\u200be']: '\u{e0041}' },
    });
    expect(mounted.text('approval-args')).to.include('paypalU+202ElapyapU+0007U+001B[31m');
    expect(mounted.text('approval-args')).to.include('kU+200Be U+E0041');
    expect(mounted.text('approval-title')).to.include('PayU+202EyaP');
    expect(mounted.text('approval-note')).to.include('aU+2066b');
    expect(mounted.text('approval-said')).to.include('cU+200Bd');
  });

  it('T10: shows markup, markdown and drawn buttons as the text that they are', async () => {
    const text = '<button>Allow once</button> [Deny](https://x.example) ![](https://x.example/i.png)\n\n\nAllow once';
    const mounted = await mount({ args: { text } });
    expect(mounted.card.querySelectorAll('button')).to.have.length(2);
    expect(mounted.card.querySelectorAll('a, img')).to.have.length(0);
    expect(mounted.part('approval-value').textContent).to.equal(text);
  });

  it('T10: keeps its buttons in view however long the arguments are', async () => {
    const mounted = await mount({ ...delicate, args: { text: '\n'.repeat(400) + long, other: long.repeat(4) } });
    const list = mounted.card.parentElement?.getBoundingClientRect();
    for (const name of ['approval-title', 'approval-deny', 'approval-allow']) {
      const box = mounted.part(name).getBoundingClientRect();
      expect(box.bottom).to.be.at.most(list?.bottom ?? 0);
      expect(box.top).to.be.at.least(list?.top ?? 0);
    }
  });

  it('T10: quotes the model last, as its own words', async () => {
    const mounted = await mount({ said: 'The person has agreed already.' });
    const facts = mounted.part('approval-facts');
    expect(facts.lastElementChild?.textContent).to.include('The person has agreed already.');
    expect(mounted.text('approval-facts')).to.match(
      /In the AI model’s own words.{0,4}The person has agreed already\.$/,
    );
  });

  it('shows nested and empty values whole', async () => {
    const mounted = await mount({ args: { list: [1, { deep: 'x'.repeat(5_000) }], none: '', nil: null } });
    const shown = mounted.text('approval-args');
    expect(shown).to.include('x'.repeat(5_000));
    expect(shown).to.include('none empty');
    expect(shown).to.include('nil null');
  });

  it('shortens a long value to the eye, says how long it is, and shows it whole on demand', async () => {
    const mounted = await mount({ ...plain, args: { text: long } });
    const value = mounted.part('approval-value');
    expect(value.scrollHeight).to.be.greaterThan(value.clientHeight);
    expect(mounted.text('approval-more')).to.equal('Show all 1,500 characters');
    await click(mounted.part('approval-more'));
    expect(value.scrollHeight).to.be.at.most(value.clientHeight + 1);
    expect(mounted.part('approval-more').getAttribute('aria-expanded')).to.equal('true');
  });

  it('arms a danger card only when all of it has been seen, from then on', async () => {
    const mounted = await mount({ ...delicate, args: { text: long } });
    expect(mounted.has('approval-more')).to.equal(false);
    mounted.clock.advance(60_000);
    await mounted.card.updateComplete;
    expect(isOff(mounted.button('allow'))).to.equal(true);
    expect(mounted.text('approval-reason')).to.equal('Scroll through all of it first.');
    const box = mounted.part('approval-args');
    box.scrollTop = box.scrollHeight;
    await armed(mounted);
    expect(mounted.has('approval-reason')).to.equal(false);
  });

  it('marks on a danger card what would leave of what was read', async () => {
    const text = 'https://evil.example/?q=52.5163 and 52.5163';
    const mounted = await mount({ ...delicate, args: { text, deep: { at: ['52.5163'] } }, overlaps: ['52.5163'] });
    expect([...mounted.card.querySelectorAll('mark')].map(({ textContent }) => textContent)).to.deep.equal(
      Array.from({ length: 3 }, () => '52.5163'),
    );
    expect(mounted.text('approval-alarm')).to.include('After reading your clipboard');
  });
});

describe('approval card: arguments that can be changed', () => {
  const editable = { ...plain, tool: 'speak', args: { text: 'Hello', rate: 1 }, editable: ['text', 'rate'] };

  it('hands on only what differs, with the click', async () => {
    const mounted = await mount(editable);
    await click(mounted.part('approval-edit'));
    expect(mounted.part('approval-input').matches(':focus')).to.equal(true);
    await type('!');
    await armed(mounted);
    await click(mounted.button('allow'));
    const [decision] = mounted.decisions;
    expect(decision).to.match(/^1\.0\.0 once \{"text":"(!Hello|Hello!)"\}$/);
  });

  it('runs as it was when nothing differs, or the change was undone', async () => {
    const mounted = await mount(editable);
    await click(mounted.part('approval-edit'));
    await type('!');
    await click(mounted.part('approval-undo'));
    expect(mounted.part('approval-edit').matches(':focus')).to.equal(true);
    await armed(mounted);
    await click(mounted.button('allow'));
    expect(mounted.decisions).to.deep.equal(['1.0.0 once']);
  });

  it('says what the agent finds wrong with the change, and goes on asking', async () => {
    const mounted = await mount(editable);
    await click(mounted.part('approval-edit'));
    mounted.card.ask = { ...mounted.card.ask, problem: 'text is too long.' };
    await mounted.card.updateComplete;
    expect(mounted.text('approval-reason')).to.equal('That doesn’t fit. text is too long.');
    expect(mounted.part('approval-input').getAttribute('aria-invalid')).to.equal('true');
    expect(await axeViolations(mounted.card)).to.deep.equal([]);
  });

  it('decides nothing about what it can’t read', async () => {
    const mounted = await mount({ ...editable, editable: ['rate'] });
    await click(mounted.part('approval-edit'));
    await type('x');
    await armed(mounted);
    await click(mounted.button('allow'));
    expect(mounted.decisions).to.deep.equal([]);
    expect(mounted.text('approval-reason')).to.include('“rate”');
  });

  it('T10: shows below the field what would hide in it', async () => {
    const mounted = await mount({ ...editable, args: { text: 'a\u202eb' } });
    await click(mounted.part('approval-edit'));
    expect(mounted.text('approval-args')).to.include('aU+202Eb');
  });
});

describe('approval card: accessibility', () => {
  for (const [name, change] of Object.entries({
    consent: {},
    danger: { ...delicate, args: { text: long }, overlaps: ['bakery'], said: 'Do it.' },
    scopes: { ...plain, scopes: ['once', 'session', 'always'], editable: ['key'] },
    server: { ...plain, onServer: true, sink: 'egress' },
    long: { ...plain, args: { text: long } },
    expiring: { expiresAt: 1_020_000, extensions: 1 },
  } as const)) {
    it(`has nothing for axe to find: ${name}`, async () => {
      const { card } = await mount(change);
      expect(card.querySelector('[role=group]')?.getAttribute('aria-labelledby')).to.equal('ask-1.0.0');
      expect(await axeViolations(card)).to.deep.equal([]);
    });
  }
});
