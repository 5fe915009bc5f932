import { geminiModel } from './gemini.ts';
import type { VertexOptions } from './gemini-options.ts';
import type { ModelAdapter } from './model.ts';
import { openaiText } from './openai-text.ts';
import { openaiModel } from './openai.ts';
import { promptedModel } from './prompted.ts';

/** One model of those that this package can talk to by itself. */
export type ModelChoice =
  | {
      readonly kind: 'gemini';
      readonly model: string;
      readonly apiKey?: string;
      readonly vertex?: VertexOptions;
      readonly baseUrl?: string;
      readonly apiVersion?: string;
    }
  /** `prompted` is for a model that can't call tools, or whose server can't. */
  | {
      readonly kind: 'openai' | 'prompted';
      readonly model: string;
      readonly apiKey?: string;
      readonly baseUrl?: string;
    };

/**
 * @param timeoutMs for one answer with all its attempts
 * @param onNote told in a sentence what an operator may want to know
 */
export function chooseModel(choice: ModelChoice, timeoutMs: number, onNote?: (note: string) => void): ModelAdapter {
  if (choice.kind === 'gemini') {
    const { kind: _, ...options } = choice;
    return geminiModel({ ...options, timeoutMs, ...(onNote && { onNote }) });
  }
  const { kind, ...options } = choice;
  if (kind === 'openai') return openaiModel({ ...options, timeoutMs });
  return promptedModel(openaiText({ ...options, timeoutMs }), { label: choice.model, timeoutMs });
}
