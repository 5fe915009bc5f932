import { AgentError } from '../../shared/errors.ts';
import type { ToolContext } from '../../shared/tool.ts';
import { abortError, startTimer as startRealTimer, type StartTimer } from './bounded.ts';
import { splitForSpeech } from './speech-text.ts';
import { speakChunk, type Voiced } from './speech-chunk.ts';
import { findVoice, type VoiceSource } from './speech-voice.ts';

export type Speech = VoiceSource & Pick<SpeechSynthesis, 'speak' | 'cancel' | 'resume'>;

interface Reading {
  readonly text: string;
  readonly lang?: string | undefined;
}

interface SpeechParts {
  readonly speech?: Speech | undefined;
  readonly startTimer?: StartTimer;
}

/** The page has one voice: the latest text has it, and an earlier one notices that it lost it. */
const latest = new WeakMap<Speech, symbol>();

/**
 * Reads a text aloud, piece by piece, and tells how much of it was heard.
 *
 * @throws AgentError when nothing at all was heard, or the call was aborted.
 */
export async function readAloud(
  reading: Reading,
  { signal, progress }: Pick<ToolContext, 'signal' | 'progress'>,
  { speech = window.speechSynthesis, startTimer = startRealTimer }: SpeechParts = {},
) {
  if (!speech) throw new AgentError('unsupported', "This browser can't read texts aloud.");
  if (signal.aborted) throw abortError(signal);
  const claim = Symbol('reading');
  latest.set(speech, claim);
  // A reading that got stuck, here or elsewhere on the page, would hold back this one for ever.
  speech.cancel();
  speech.resume();

  const lang = reading.lang || document.documentElement.lang || navigator.language;
  const voice = await findVoice(lang, speech, startTimer);
  const voiced: Voiced = { speech, voice, lang, signal, startTimer };
  const isOvertaken = () => latest.get(speech) !== claim;
  const { heard, failure } = await readChunks(reading.text, voiced, { isOvertaken, progress });
  // Whoever has the voice now must not be cut off by the one who lost it.
  if (failure && !isOvertaken()) speech.cancel();
  if (signal.aborted) throw abortError(signal);
  if (failure && heard === 0) throw failure;
  return { spoken_chars: heard, complete: !failure, voice: voice?.name ?? null };
}

interface ReadingHooks {
  readonly isOvertaken: () => boolean;
  readonly progress: ToolContext['progress'];
}

interface Heard {
  readonly heard: number;
  readonly failure?: AgentError | undefined;
}

async function readChunks(text: string, voiced: Voiced, hooks: ReadingHooks): Promise<Heard> {
  const chunks = splitForSpeech(text);
  let heard = 0;
  for (const chunk of chunks) {
    if (voiced.signal.aborted) return { heard, failure: abortError(voiced.signal) };
    if (hooks.isOvertaken()) return { heard, failure: overtaken() };
    const { chars, failure } = await speakChunk(chunk, voiced);
    // Some browsers report a piece that was cut off as one that ended.
    if (!failure && hooks.isOvertaken()) return { heard, failure: overtaken() };
    heard += chars;
    if (failure) return { heard, failure };
    if (chunks.length > 1) hooks.progress(heard / text.length);
  }
  return { heard };
}

function overtaken(): AgentError {
  return new AgentError('cancelled', 'Another text was read aloud instead.');
}
