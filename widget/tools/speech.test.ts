import { expect, fixture, html } from '@open-wc/testing';
import { click } from '../../scripts/wtr/devices.ts';
import { codeOf, outcomeOf, type Outcome } from '../../scripts/wtr/outcome.ts';
import { restoreAll, stub } from '../../scripts/wtr/stub.ts';
import { deferred } from '../../shared/deferred.ts';
import { longestSpeechMs, splitForSpeech } from './speech-text.ts';
import { readAloud } from './read-aloud.ts';
import { speaker } from './speech.ts';
import { callTool, checkTool, context, fakeTimers } from './tool-run.fixture.ts';

type Act = (utterance: SpeechSynthesisUtterance, at: number) => void;

/** A voice that does what a test says. */
class FakeSpeech extends EventTarget {
  readonly said: SpeechSynthesisUtterance[] = [];
  readonly log: string[] = [];
  voices: SpeechSynthesisVoice[] = [];
  readonly #act: Act;

  constructor(act: Act) {
    super();
    this.#act = act;
  }

  getVoices(): SpeechSynthesisVoice[] {
    return this.voices;
  }

  speak(utterance: SpeechSynthesisUtterance): void {
    this.log.push('speak');
    this.said.push(utterance);
    queueMicrotask(() => this.#act(utterance, this.said.length));
  }

  cancel(): void {
    this.log.push('cancel');
  }

  resume(): void {
    this.log.push('resume');
  }
}

const happen = (utterance: SpeechSynthesisUtterance, type: string, fields: object = {}) =>
  utterance.dispatchEvent(Object.assign(new Event(type), fields));

const finish: Act = (utterance) => {
  happen(utterance, 'start');
  happen(utterance, 'end');
};

const aVoice = (name: string, lang: string, isDefault = false): SpeechSynthesisVoice => ({
  name,
  lang,
  default: isDefault,
  localService: true,
  voiceURI: name,
});

/** Three sentences, each long enough to be a piece of its own. */
const sentence = `Words ${'and words '.repeat(12)}end. `;
const text = sentence.repeat(3).trim();

/** Reads with a fake voice and a clock that stands still but for the wait for voices. */
function read(speech: FakeSpeech, parts: { lang?: string; signal?: AbortSignal; onProgress?: (at: unknown) => void }) {
  const timers = fakeTimers();
  const { lang, signal = context().signal, onProgress = () => {} } = parts;
  const options = { speech, startTimer: timers.startTimer };
  const outcome = outcomeOf(readAloud({ text, lang }, { signal, progress: onProgress }, options));
  timers.fire(1_500);
  return { outcome, timers };
}

afterEach(() => restoreAll());

describe('speak', () => {
  it('reads a text piece by piece and says that it was all of it', async () => {
    const progress: unknown[] = [];
    const speech = new FakeSpeech(finish);
    const { outcome } = read(speech, { onProgress: (at) => progress.push(at) });
    expect(await outcome).to.deep.equal({ value: { spoken_chars: text.length, complete: true, voice: null } });
    expect(speech.said.map((utterance) => utterance.text).join('')).to.equal(text);
    expect(speech.said.length).to.equal(3);
    expect(progress.at(-1)).to.equal(1);
  });

  it('first ends what got stuck before', async () => {
    const speech = new FakeSpeech(finish);
    await read(speech, {}).outcome;
    expect(speech.log.slice(0, 3)).to.deep.equal(['cancel', 'resume', 'speak']);
  });

  it('reads again after a reading that got stuck', async () => {
    const timers = fakeTimers();
    let isStuck = true;
    const speech = new FakeSpeech((utterance, at) => {
      if (isStuck) timers.fire();
      else finish(utterance, at);
    });
    const options = { speech, startTimer: timers.startTimer };
    const stuck = outcomeOf(readAloud({ text: 'One.' }, context(), options));
    timers.fire();
    expect(codeOf(await stuck)).to.equal('timeout');

    isStuck = false;
    const next = outcomeOf(readAloud({ text: 'Two.' }, context(), options));
    timers.fire();
    expect(await next).to.deep.equal({ value: { spoken_chars: 4, complete: true, voice: null } });
  });

  it('says how much was heard when a voice stops without a word', async () => {
    const timers = fakeTimers();
    const speech = new FakeSpeech((utterance, at) => {
      if (at < 2) {
        finish(utterance, at);
        return;
      }
      happen(utterance, 'start');
      happen(utterance, 'boundary', { charIndex: 10 });
      timers.fire();
    });
    const reading = outcomeOf(readAloud({ text }, context(), { speech, startTimer: timers.startTimer }));
    timers.fire(1_500);
    expect(await reading).to.deep.equal({
      value: { spoken_chars: sentence.length + 10, complete: false, voice: null },
    });
    expect(speech.log.at(-1)).to.equal('cancel');
  });

  it('fails when nothing at all was heard', async () => {
    const timers = fakeTimers();
    const speech = new FakeSpeech(() => timers.fire());
    const reading = outcomeOf(readAloud({ text }, context(), { speech, startTimer: timers.startTimer }));
    timers.fire(1_500);
    expect(codeOf(await reading)).to.equal('timeout');
    expect(speech.said.length).to.equal(1);
  });

  const failures = [
    ['not-allowed', 'needs_gesture'],
    ['audio-busy', 'busy'],
    ['synthesis-failed', 'unavailable'],
    ['language-unavailable', 'unavailable'],
    ['text-too-long', 'too_large'],
    ['interrupted', 'cancelled'],
    ['an-error-of-tomorrow', 'unavailable'],
  ] as const;
  for (const [error, code] of failures) {
    it(`answers ${error} with ${code}`, async () => {
      const speech = new FakeSpeech((utterance) => happen(utterance, 'error', { error }));
      expect(codeOf(await read(speech, {}).outcome)).to.equal(code);
    });
  }

  it('tells what was heard when it is interrupted in the middle', async () => {
    const speech = new FakeSpeech((utterance, at) => {
      if (at === 1) finish(utterance, at);
      else happen(utterance, 'error', { error: 'interrupted' });
    });
    expect(await read(speech, {}).outcome).to.deep.equal({
      value: { spoken_chars: sentence.length, complete: false, voice: null },
    });
  });

  it('falls silent when the call is aborted', async () => {
    const abort = new AbortController();
    const speech = new FakeSpeech((utterance) => {
      happen(utterance, 'start');
      abort.abort();
    });
    expect(codeOf(await read(speech, { signal: abort.signal }).outcome)).to.equal('aborted');
    expect(speech.log).to.deep.equal(['cancel', 'resume', 'speak', 'cancel']);
  });

  it('does not begin when the call is already aborted', async () => {
    const speech = new FakeSpeech(finish);
    expect(codeOf(await read(speech, { signal: AbortSignal.abort() }).outcome)).to.equal('aborted');
    expect(speech.log).to.deep.equal([]);
  });

  it('gives way to a later text and does not cut it off', async () => {
    // A made-up voice can't be put into a real utterance.
    stub(SpeechSynthesisUtterance.prototype, 'voice', null);
    const timers = fakeTimers();
    const started = deferred<SpeechSynthesisUtterance>();
    const speech = new FakeSpeech((utterance, at) => (at === 1 ? started.resolve(utterance) : finish(utterance, at)));
    speech.voices = [aVoice('Ada', 'en')];
    const options = { speech, startTimer: timers.startTimer };
    const earlier = outcomeOf(readAloud({ text, lang: 'en' }, context(), options));
    const cutOff = await started.promise;
    const later = outcomeOf(readAloud({ text: 'Two.', lang: 'en' }, context(), options));
    // Firefox reports the end of a piece that was cancelled.
    happen(cutOff, 'end');

    expect(codeOf(await earlier)).to.equal('cancelled');
    expect(await later).to.deep.equal({ value: { spoken_chars: 4, complete: true, voice: 'Ada' } });
    expect(speech.log).to.deep.equal(['cancel', 'resume', 'speak', 'cancel', 'resume', 'speak']);
  });

  it('says unsupported where the browser has no voice at all', async () => {
    stub(window, 'speechSynthesis', undefined);
    expect(codeOf(await callTool(speaker, { text: 'Hello.' }))).to.equal('unsupported');
  });

  it('is offered where the browser can speak', async () => {
    expect(speaker.supported()).to.equal('speechSynthesis' in window);
    expect(codeOf(await checkTool(speaker))).to.equal('none');
  });

  it('comes to an honest end in this browser, whatever voices it has', async () => {
    const { run } = await speaker.prepare({ text: 'Hi.', lang: 'en' });
    const button = await fixture<HTMLButtonElement>(html`<button>Allow</button>`);
    const outcome = deferred<Outcome>();
    button.onclick = () => void outcomeOf(run(context())).then(outcome.resolve);
    await click(button);
    const end = await outcome.promise;
    if ('value' in end) expect(end.value).to.include({ spoken_chars: 3, complete: true });
    else expect(end.code).to.be.oneOf(['unavailable', 'timeout']);
  });
});

describe('the choice of a voice', () => {
  const voiceFor = async (voices: SpeechSynthesisVoice[], lang: string) => {
    const speech = new FakeSpeech(finish);
    speech.voices = voices;
    const outcome = await read(speech, { lang }).outcome;
    return 'value' in outcome ? outcome.value : outcome.code;
  };
  const voices = [aVoice('Ada', 'en-US'), aVoice('Max', 'de-DE'), aVoice('Eva', 'de_AT'), aVoice('Uwe', 'de-DE', true)];

  it('prefers the exact language, then the same language, then leaves it to the browser', async () => {
    stub(SpeechSynthesisUtterance.prototype, 'voice', null);
    expect(await voiceFor(voices, 'de-AT')).to.include({ voice: 'Eva' });
    expect(await voiceFor(voices, 'de-DE')).to.include({ voice: 'Uwe' });
    expect(await voiceFor(voices, 'en')).to.include({ voice: 'Ada' });
    expect(await voiceFor(voices, 'fr')).to.include({ voice: null, complete: true });
  });

  it('waits for voices that come late', async () => {
    stub(SpeechSynthesisUtterance.prototype, 'voice', null);
    const speech = new FakeSpeech(finish);
    const { startTimer } = fakeTimers();
    const reading = outcomeOf(readAloud({ text: 'Hallo.', lang: 'de' }, context(), { speech, startTimer }));
    speech.voices = voices;
    speech.dispatchEvent(new Event('voiceschanged'));
    expect(await reading).to.deep.equal({ value: { spoken_chars: 6, complete: true, voice: 'Uwe' } });
  });
});

describe('the pieces of a text', () => {
  const texts = {
    'short sentences': 'One. Two! Three? Four.',
    'a long text': sentence.repeat(12),
    'a sentence without an end': 'word '.repeat(200),
    'a text without spaces': 'x'.repeat(1_000),
    'a text of emoji': '🌍'.repeat(300),
    'a Japanese text': 'これは長い文章です。'.repeat(60),
    'a clause after a clause': `${'many words here, '.repeat(40)}end.`,
  };
  for (const [name, whole] of Object.entries(texts)) {
    it(`are ${name} again when joined, none longer than a voice bears, none a broken character`, () => {
      const chunks = splitForSpeech(whole);
      expect(chunks.join('')).to.equal(whole);
      expect(Math.max(...chunks.map((chunk) => chunk.length))).to.be.at.most(180);
      for (const chunk of chunks) expect(encodeURIComponent(chunk)).to.be.a('string');
    });
  }

  it('keep a short text whole', () => {
    expect(splitForSpeech('One. Two! Three?')).to.deep.equal(['One. Two! Three?']);
  });

  it('break at the end of a sentence', () => {
    expect(splitForSpeech('First one. Second one.', 12)).to.deep.equal(['First one. ', 'Second one.']);
  });

  it('get more time in a script of syllables', () => {
    expect(longestSpeechMs('これは')).to.be.above(longestSpeechMs('abc'));
  });
});
