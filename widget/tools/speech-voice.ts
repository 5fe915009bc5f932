import { deferred } from '../../shared/deferred.ts';
import type { StartTimer } from './bounded.ts';

export type VoiceSource = Pick<SpeechSynthesis, 'getVoices' | 'addEventListener' | 'removeEventListener'>;

/** Some browsers load their voices late, some have none, and some never say which. */
const voicesMs = 1_500;

/** The voice for a language; undefined leaves the choice to the browser. */
export async function findVoice(
  lang: string,
  speech: VoiceSource,
  startTimer: StartTimer,
): Promise<SpeechSynthesisVoice | undefined> {
  const voices = await loadVoices(speech, startTimer);
  const exact = voices.filter((voice) => tagOf(voice.lang) === tagOf(lang));
  const close = voices.filter((voice) => languageOf(voice.lang) === languageOf(lang));
  const fitting = exact.length > 0 ? exact : close;
  return fitting.find((voice) => voice.default) ?? fitting.find((voice) => voice.localService) ?? fitting[0];
}

async function loadVoices(speech: VoiceSource, startTimer: StartTimer): Promise<readonly SpeechSynthesisVoice[]> {
  if (speech.getVoices().length > 0) return speech.getVoices();
  const loaded = deferred<undefined>();
  const done = () => loaded.resolve(undefined);
  const stopTimer = startTimer(voicesMs, done);
  speech.addEventListener('voiceschanged', done);
  await loaded.promise;
  speech.removeEventListener('voiceschanged', done);
  stopTimer();
  return speech.getVoices();
}

function tagOf(lang: string): string {
  // Android writes en_US.
  return lang.replaceAll('_', '-').toLowerCase();
}

function languageOf(lang: string): string {
  return tagOf(lang).split('-', 1)[0] ?? '';
}
