import { isLimit } from '../../shared/limits.ts';
import type { ThinkingLevel } from './gemini-request.ts';

export interface GeminiOptions {
  /** Needed unless `vertex` says otherwise. */
  readonly apiKey?: string;
  /**
   * Google Cloud's way to the same models. With a project, the credentials are those of the machine, as Google's
   * libraries find them; without one, the key is one of Google Cloud.
   */
  readonly vertex?: VertexOptions;
  /** Default `gemini-flash-latest`. */
  readonly model?: string;
  /** Any endpoint that speaks Gemini's protocol. Default: Google's, or what `GOOGLE_GEMINI_BASE_URL` says. */
  readonly baseUrl?: string;
  /** Default `v1beta`, and `v1beta1` for Google Cloud. */
  readonly apiVersion?: string;
  /** Who answers, as the person reads it. Default: the model's name. */
  readonly label?: string;
  readonly rehearsal?: boolean;
  /** For one answer with all its attempts, up to five minutes: Node ends a silent request then. */
  readonly timeoutMs?: number;
  /** Default `LOW`. Left out for models that know no levels. */
  readonly thinkingLevel?: ThinkingLevel;
  /** Told in a sentence what an operator may want to know: a request that was repaired, a schema that was too rich. */
  readonly onNote?: (note: string) => void;
  /** Chance and time, for tests. */
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface VertexOptions {
  readonly project?: string;
  /** Default `global`. */
  readonly location?: string;
}

interface Rule {
  readonly isRight: (value: unknown) => boolean;
  readonly what: string;
}

const levels: readonly unknown[] = ['LOW', 'MEDIUM', 'HIGH'] satisfies readonly ThinkingLevel[];

const functionRule: Rule = { isRight: (value) => typeof value === 'function', what: 'a function' };

const rules: { readonly [Name in keyof GeminiOptions]-?: Rule } = {
  apiKey: { isRight: isText, what: 'the key of a Gemini account, a text that is not empty' },
  vertex: { isRight: isVertex, what: 'an object that may name a project and a location of Google Cloud' },
  model: { isRight: isText, what: 'the name of a model, such as "gemini-flash-latest"' },
  baseUrl: { isRight: isWebAddress, what: 'an address that begins with https:// or http://' },
  apiVersion: { isRight: isText, what: 'a version of the API, such as "v1beta"' },
  label: { isRight: isText, what: 'a text that is not empty' },
  rehearsal: { isRight: (value) => typeof value === 'boolean', what: 'true or false' },
  timeoutMs: { isRight: isLimit, what: 'a number of milliseconds above 0 and below 2^31' },
  thinkingLevel: { isRight: (value) => levels.includes(value), what: `one of ${levels.join(', ')}` },
  onNote: functionRule,
  random: functionRule,
  sleep: functionRule,
};

/** @throws TypeError that names the option and says what it should be; never the value, which may be a key. */
export function checkGeminiOptions(options: GeminiOptions): void {
  for (const [name, value] of Object.entries(options ?? {})) checkOption(name, value);
  if (options?.apiKey === undefined && options?.vertex?.project === undefined)
    throw new TypeError(`geminiModel: "apiKey" is missing: give ${rules.apiKey.what}.`);
}

function checkOption(name: string, value: unknown): void {
  if (!isName(name)) {
    throw new TypeError(
      `geminiModel: there is no option "${name}". The options are: ${Object.keys(rules).join(', ')}.`,
    );
  }
  if (value === undefined || rules[name].isRight(value)) return;
  throw new TypeError(`geminiModel: "${name}" must be ${rules[name].what}.`);
}

function isName(name: string): name is keyof GeminiOptions {
  return Object.hasOwn(rules, name);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isVertex(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => (name === 'project' || name === 'location') && (text === undefined || isText(text)),
  );
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}
