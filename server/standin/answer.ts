import type { Part } from './content.ts';

export interface AnsweredCall {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** What the stand-in's model says, or how it fails. */
export type StandinAnswer =
  /** Words. */
  | { readonly text: string; readonly thought?: string; readonly finishReason?: string | null }
  /** Calls, perhaps after some words. The stand-in gives them ids and signs the first. */
  | {
      readonly calls: readonly AnsweredCall[];
      readonly text?: string;
      readonly thought?: string;
      readonly finishReason?: string | null;
    }
  /** Parts exactly as they shall be sent, unsigned. `null` as the reason leaves it out. */
  | { readonly parts: readonly Part[] | null; readonly finishReason?: string | null; readonly finishMessage?: string }
  /** The prompt is refused. */
  | { readonly blockReason: string }
  /** An HTTP error. */
  | {
      readonly status: number;
      readonly message?: string;
      readonly details?: readonly object[];
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection breaks before the answer, or after the first words of it. */
  | { readonly cut: 'at once' | 'midway'; readonly text?: string }
  /** The first words are sent, then nothing more. */
  | { readonly stall: string };
