import { deferred } from '../../shared/deferred.ts';
import { AgentError, type ErrorCode } from '../../shared/errors.ts';
import { abortError, type StartTimer } from './bounded.ts';
import { longestSpeechMs } from './speech-text.ts';

/** How a text is to be spoken, and by what. */
export interface Voiced {
  readonly speech: Pick<SpeechSynthesis, 'speak'>;
  readonly voice: SpeechSynthesisVoice | undefined;
  readonly lang: string;
  readonly signal: AbortSignal;
  readonly startTimer: StartTimer;
}

interface Spoken {
  /** Characters that were heard for certain. */
  readonly chars: number;
  readonly failure?: AgentError;
}

/** A voice from the network takes a while to begin. */
const startMs = 8_000;

/** Speaks one piece of text. Always settles: a voice may stop without any event. */
export async function speakChunk(text: string, { speech, voice, lang, signal, startTimer }: Voiced): Promise<Spoken> {
  if (!text.trim()) return { chars: text.length };
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = voice?.lang ?? lang;
  if (voice) utterance.voice = voice;

  const done = deferred<AgentError | undefined>();
  let reached = 0;
  let stopTimer = startTimer(startMs, () => done.resolve(silent()));
  const stop = () => done.resolve(abortError(signal));
  utterance.onstart = () => {
    stopTimer();
    stopTimer = startTimer(longestSpeechMs(text), () => done.resolve(stuck()));
  };
  utterance.onboundary = ({ charIndex }) => {
    reached = Math.max(reached, charIndex);
  };
  utterance.onend = () => done.resolve(undefined);
  utterance.onerror = ({ error }) => done.resolve(explain(error));
  signal.addEventListener('abort', stop);
  speech.speak(utterance);

  const failure = await done.promise;
  stopTimer();
  signal.removeEventListener('abort', stop);
  // Also keeps the utterance alive until here: some browsers collect one that only they still hold.
  utterance.onstart = utterance.onboundary = utterance.onend = utterance.onerror = null;
  return failure ? { chars: reached, failure } : { chars: text.length };
}

function silent(): AgentError {
  return new AgentError('timeout', 'The voice of this device did not begin to speak.');
}

function stuck(): AgentError {
  return new AgentError('timeout', 'The voice of this device began to speak, but never said that it was done.');
}

const failures: Readonly<Record<SpeechSynthesisErrorCode, readonly [ErrorCode, string]>> = {
  'not-allowed': ['needs_gesture', 'The browser lets a page speak only after the person has clicked on it.'],
  'audio-busy': ['busy', 'The loudspeaker is in use.'],
  'audio-hardware': ['unavailable', 'The device has no working loudspeaker.'],
  canceled: ['cancelled', 'The reading was stopped.'],
  interrupted: ['cancelled', 'The reading was interrupted.'],
  'invalid-argument': ['unavailable', 'The voice of this device refused the text.'],
  'language-unavailable': ['unavailable', 'This device has no voice for that language.'],
  network: ['unavailable', 'The voice comes from the network, which did not answer.'],
  'synthesis-failed': ['unavailable', 'This device has no voice that works.'],
  'synthesis-unavailable': ['unavailable', 'This device has no voice.'],
  'text-too-long': ['too_large', 'The text is too long for the voice of this device.'],
  'voice-unavailable': ['unavailable', 'The voice for that language is not there any more.'],
};

function explain(error: SpeechSynthesisErrorCode): AgentError {
  const [code, message] = failures[error] ?? failures['synthesis-failed'];
  return new AgentError(code, message);
}
