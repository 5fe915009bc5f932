import { isObject, type JsonObject } from '../../shared/json.ts';
import { isLimit } from '../../shared/limits.ts';

export interface OpenaiOptions {
  /** The model's name as the server knows it, such as `llama3.2`. */
  readonly model: string;
  /** Any server that speaks chat completions, with its version: `http://localhost:11434/v1`. Default: OpenAI's. */
  readonly baseUrl?: string;
  /** A server of one's own may need none. */
  readonly apiKey?: string;
  /** Who answers, as the person reads it. Default: the model's name. */
  readonly label?: string;
  /** Fields of each request beyond ours, such as `{ temperature: 0.2 }`. */
  readonly body?: JsonObject;
  /** For one answer with all its attempts, up to five minutes: Node ends a silent request then. */
  readonly timeoutMs?: number;
  /** Chance and time, for tests. */
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Rule {
  readonly isRight: (value: unknown) => boolean;
  readonly what: string;
}

const functionRule: Rule = { isRight: (value) => typeof value === 'function', what: 'a function' };

const rules: { readonly [Name in keyof OpenaiOptions]-?: Rule } = {
  model: { isRight: isText, what: 'the name of a model, such as "llama3.2"' },
  baseUrl: { isRight: isWebAddress, what: 'an address that begins with https:// or http://' },
  apiKey: { isRight: isText, what: 'a key, a text that is not empty' },
  label: { isRight: isText, what: 'a text that is not empty' },
  body: { isRight: isObject, what: 'an object of fields, such as { temperature: 0.2 }' },
  timeoutMs: { isRight: isLimit, what: 'a number of milliseconds above 0 and below 2^31' },
  random: functionRule,
  sleep: functionRule,
};

/** @throws TypeError that names the option and says what it should be; never the value, which may be a key. */
export function checkOpenaiOptions(options: OpenaiOptions): void {
  for (const [name, value] of Object.entries(options ?? {})) checkOption(name, value);
  if (options?.model === undefined) throw new TypeError(`openaiModel: "model" is missing: give ${rules.model.what}.`);
}

function checkOption(name: string, value: unknown): void {
  if (!isName(name)) {
    throw new TypeError(
      `openaiModel: there is no option "${name}". The options are: ${Object.keys(rules).join(', ')}.`,
    );
  }
  if (value === undefined || rules[name].isRight(value)) return;
  throw new TypeError(`openaiModel: "${name}" must be ${rules[name].what}.`);
}

function isName(name: string): name is keyof OpenaiOptions {
  return Object.hasOwn(rules, name);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}
