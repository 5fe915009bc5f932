import type { Server } from 'node:http';
import { isObject } from '../shared/json.ts';
import { isLimit, limits as defaultLimits, type Limits } from '../shared/limits.ts';
import { createLog, logLevels, type Log, type LogLevel } from './log.ts';
import type { SessionEvent } from './loop/event.ts';
import type { ModelAdapter } from './model/model.ts';
import type { SessionStore } from './store/session-store.ts';

export interface AgentServerOptions {
  /** Who answers. */
  readonly model: ModelAdapter;
  /** An HTTP server to mount on. Left out, the agent server makes its own; see `listen`. */
  readonly server?: Server;
  /** For a server of its own; 8787 unless given, 0 for a free one. */
  readonly port?: number;
  /** For a server of its own; 127.0.0.1 unless given. */
  readonly host?: string;
  /** Where the socket is; `/agent` unless given. */
  readonly path?: string;
  /** Origins of pages that may connect, such as `https://shop.example`. */
  readonly origins?: readonly string[];
  /** What the model should know about the site, in the site's own words. */
  readonly instructions?: string;
  readonly limits?: Partial<Limits>;
  readonly log?: Log | LogLevel;
  /** Where sessions are kept; in memory unless given. */
  readonly store?: SessionStore<SessionEvent>;
  /** Whether the demo is served at `/`: true for a server of its own, false for a mounted one. */
  readonly demo?: boolean;
}

/** The options with nothing left open. */
export interface Settings {
  readonly model: ModelAdapter;
  readonly server: Server | undefined;
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly origins: readonly string[];
  readonly instructions: string;
  readonly limits: Limits;
  readonly log: Log;
  readonly store: SessionStore<SessionEvent> | undefined;
  readonly demo: boolean;
}

const checks: { readonly [Name in keyof AgentServerOptions]-?: (value: unknown) => string | undefined } = {
  model: (value) => expect(isModel(value), 'a model adapter, such as geminiModel({ apiKey })'),
  server: (value) => expect(hasMethods(value, ['on', 'listen', 'address']), 'a server of node:http or node:https'),
  port: (value) => expect(isWhole(value) && value <= 65_535, 'a whole number between 0 and 65535'),
  host: (value) => expect(isText(value), 'an address to listen on, such as "127.0.0.1"'),
  path: (value) => expect(isText(value) && /^\/[^?#]*$/.test(value), 'a path that begins with "/"'),
  origins: (value) =>
    expect(
      Array.isArray(value) && value.every(isOrigin),
      'a list of origins such as "https://shop.example", without a path or a slash at the end',
    ),
  instructions: (value) => expect(typeof value === 'string', 'a text'),
  limits: checkLimits,
  log: (value) =>
    expect(
      isLevel(value) || hasMethods(value, ['debug', 'info', 'warn', 'error']),
      `one of ${logLevels.join(', ')}, or a log`,
    ),
  store: (value) => expect(hasMethods(value, ['acquire', 'append', 'read', 'touch', 'destroy']), 'a session store'),
  demo: (value) => expect(typeof value === 'boolean', 'true or false'),
};

/** @throws TypeError that names the option, what is wrong with it and what it should be. */
export function readOptions(options: AgentServerOptions): Settings {
  for (const [name, value] of Object.entries(options ?? {})) checkOption(name, value);
  if (!options?.model)
    throw new TypeError(
      'createAgentServer: "model" is missing: give a model adapter, such as geminiModel({ apiKey }).',
    );
  if (options.server && (options.port !== undefined || options.host !== undefined)) {
    throw new TypeError('createAgentServer: give either "server" or "port" and "host", not both.');
  }
  const { log = 'info' } = options;
  return {
    model: options.model,
    server: options.server,
    port: options.port ?? 8787,
    host: options.host ?? '127.0.0.1',
    path: options.path ?? '/agent',
    origins: options.origins ?? [],
    instructions: options.instructions ?? '',
    limits: { ...defaultLimits, ...options.limits },
    log: typeof log === 'string' ? createLog(log) : log,
    store: options.store,
    demo: options.demo ?? !options.server,
  };
}

function checkOption(name: string, value: unknown): void {
  if (!isName(name))
    throw new TypeError(
      `createAgentServer: there is no option "${name}". The options are: ${Object.keys(checks).join(', ')}.`,
    );
  if (value === undefined) return;
  const problem = checks[name](value);
  if (problem) throw new TypeError(`createAgentServer: "${name}" must be ${problem}.`);
}

function checkLimits(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'an object of limits';
  for (const [name, limit] of Object.entries(value)) {
    if (!Object.hasOwn(defaultLimits, name)) return `made of known limits; "${name}" is none`;
    if (!isLimit(limit)) return `made of numbers above 0 and below 2^31; "${name}" is not`;
  }
  return undefined;
}

function isName(name: string): name is keyof AgentServerOptions {
  return Object.hasOwn(checks, name);
}

function expect(isRight: boolean, what: string): string | undefined {
  return isRight ? undefined : what;
}

function isModel(value: unknown): boolean {
  if (!isObject(value) || !hasMethods(value, ['run'])) return false;
  return typeof value['label'] === 'string' && typeof value['rehearsal'] === 'boolean';
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  return (
    typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0;
}

function isOrigin(value: unknown): boolean {
  return isText(value) && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

function isLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}
