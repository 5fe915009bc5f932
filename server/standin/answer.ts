import type { Part } from './content.ts';

export interface AnsweredCall {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** How an answer travels, where it is another way than the stand-in's own. */
export interface Delivery {
  /** Cuts the bytes into slices of this size, through events and through letters. */
  readonly sliceBytes?: number;
}

interface Ending {
  /** `STOP` unless given; null leaves it out. */
  readonly finishReason?: string | null;
  readonly finishMessage?: string;
}

/** What the stand-in's model says. */
export type SpokenAnswer = Delivery &
  Ending &
  (
    | {
        readonly text: string;
        readonly thought?: string;
        /** Cuts the answer off here, with a token by which the client asks for the rest of it. */
        readonly continues?: true;
      }
    /** Calls, perhaps after some words. The stand-in gives them ids and signs the first. */
    | { readonly calls: readonly AnsweredCall[]; readonly text?: string; readonly thought?: string }
    /** Parts exactly as they shall be sent, unsigned. Null leaves out the content. */
    | { readonly parts: readonly Part[] | null }
  );

/** An answer by HTTP that is no answer of a model. */
export interface HttpAnswer {
  readonly status: number;
  readonly message?: string;
  readonly details?: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of an error in JSON. */
  readonly body?: string;
}

/** The first words are sent, and then something goes wrong. */
export type BrokenAnswer = Delivery & { readonly text?: string } & Mishap;

type Mishap =
  /** The connection ends before the answer, after its headers or after the first words; `reset`: without a goodbye. */
  | { readonly cut: 'at once' | 'after headers' | 'midway'; readonly reset?: true }
  /** These words, and then nothing more; the connection stays. */
  | { readonly stall: string }
  /** An error within the stream: its HTTP status. */
  | { readonly inBand: number; readonly message?: string }
  /** An event that is no JSON. */
  | { readonly junk: string };

/** What the stand-in's model says, or how it fails. */
export type StandinAnswer = SpokenAnswer | BrokenAnswer | HttpAnswer | { readonly blockReason: string };

export function isHttpAnswer(answer: StandinAnswer): answer is HttpAnswer {
  return 'status' in answer;
}

export function isBrokenAnswer(answer: StandinAnswer): answer is BrokenAnswer {
  return 'cut' in answer || 'stall' in answer || 'inBand' in answer || 'junk' in answer;
}
