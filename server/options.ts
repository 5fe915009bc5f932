import type { Server } from 'node:http';
import { isObject } from '../shared/json.ts';
import { isLimit, limits as defaultLimits, type Limits } from '../shared/limits.ts';
import { toolChoice, type ToolChoice } from '../shared/protocol.ts';
import { safeParse } from '../shared/safe-parse.ts';
import { isToolPattern, toolPatternRule } from '../shared/tool-pattern.ts';
import { createLog, logLevels, withoutContent, type Log, type LogLevel } from './log.ts';
import type { SessionEvent } from './loop/event.ts';
import { checkServerTools, type ServerTool } from './loop/server-tool.ts';
import type { ModelAdapter } from './model/model.ts';
import type { Admit } from './policy/admission.ts';
import { isLoopbackAddress } from './policy/loopback.ts';
import { leastTokenChars, type MetricsAccess } from './policy/metrics-access.ts';
import { isWebOrigin } from './policy/origins.ts';
import { readSecrets, secretRule, type TicketSecret } from './policy/ticket.ts';
import { ownMachineLimits } from './policy/unbounded.ts';
import type { Counters } from './store/counters.ts';
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
  /**
   * For turns whose message asks for nothing else; `auto` unless given. `required` and one tool hold for the first
   * answer of a turn only: a model that must always call never ends.
   */
  readonly toolChoice?: ToolChoice;
  /** Tools that run on this server, each made by `defineServerTool`. */
  readonly tools?: readonly ServerTool[];
  /** The most that any page may have offered to the model: names, and patterns such as `memory_*`. Everything unless given. */
  readonly allowTools?: readonly string[];
  /** What the person is asked about each time, whatever the page says. Nothing unless given. */
  readonly askTools?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly log?: Log | LogLevel;
  /** Where sessions are kept; in memory unless given. */
  readonly store?: SessionStore<SessionEvent>;
  /** What sockets, messages, tokens and used tickets are counted in; in memory unless given. Shared by all nodes. */
  readonly counters?: Counters;
  /** With it a page has to show a ticket that `mintTicket` has made with the same secret. Several while one replaces another. */
  readonly ticketSecret?: TicketSecret;
  /** How many proxies of yours a request passes, each of which adds to X-Forwarded-For; 0 unless given. */
  readonly trustProxy?: number;
  /** Asked before the first message of each visitor is answered. An error, or no answer in time, is a refusal. */
  readonly admit?: Admit;
  /**
   * Who may read `/metrics`: nobody (`off`, unless given for a mounted server), a program on this machine
   * (`local`, unless given for a server of its own), everybody (`open`), or whoever has the token.
   */
  readonly metrics?: MetricsAccess;
  /** Whether turns are traced by OpenTelemetry, whose `@opentelemetry/api` has to be installed; false unless given. */
  readonly traces?: boolean;
  /** Whether the demo is served at `/`: true for a server of its own, false for a mounted one. */
  readonly demo?: boolean;
}

const defaultHost = '127.0.0.1';

/** The options with nothing left open. */
export interface Settings {
  readonly model: ModelAdapter;
  readonly server: Server | undefined;
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly origins: readonly string[];
  readonly instructions: string;
  readonly toolChoice: ToolChoice;
  readonly tools: readonly ServerTool[];
  readonly allowTools: readonly string[] | undefined;
  readonly askTools: readonly string[];
  readonly limits: Limits;
  readonly log: Log;
  readonly store: SessionStore<SessionEvent> | undefined;
  readonly counters: Counters | undefined;
  readonly secrets: readonly Uint8Array[] | undefined;
  readonly trustProxy: number;
  readonly admit: Admit | undefined;
  readonly metrics: MetricsAccess;
  readonly traces: boolean;
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
      Array.isArray(value) && value.every(isWebOrigin),
      'a list of origins such as "https://shop.example", without a path or a slash at the end',
    ),
  instructions: (value) => expect(typeof value === 'string', 'a text'),
  toolChoice: (value) =>
    expect(safeParse(toolChoice, value).success, 'auto, required, none, or { tool } with the name of a tool'),
  tools: checkServerTools,
  allowTools: checkPatterns,
  askTools: checkPatterns,
  limits: checkLimits,
  log: (value) =>
    expect(
      isLevel(value) || hasMethods(value, ['debug', 'info', 'warn', 'error']),
      `one of ${logLevels.join(', ')}, or a log`,
    ),
  store: (value) => expect(hasMethods(value, ['acquire', 'append', 'read', 'touch', 'destroy']), 'a session store'),
  counters: (value) => expect(hasMethods(value, ['take', 'add', 'once', 'enter', 'close']), 'counters of a store'),
  ticketSecret: (value) => expect(readSecrets(value) !== undefined, secretRule),
  trustProxy: (value) => expect(isWhole(value) && value <= 10, 'the number of proxies in front, from 0 to 10'),
  admit: (value) => expect(typeof value === 'function', 'a function that answers true or { refuse: "a sentence" }'),
  metrics: (value) =>
    expect(isMetricsAccess(value), 'one of off, local, open, or { token } with a token of at least 16 characters'),
  traces: (value) => expect(typeof value === 'boolean', 'true or false'),
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
    host: options.host ?? defaultHost,
    path: options.path ?? '/agent',
    origins: options.origins ?? [],
    instructions: options.instructions ?? '',
    toolChoice: options.toolChoice ?? 'auto',
    tools: options.tools ?? [],
    allowTools: options.allowTools,
    askTools: options.askTools ?? [],
    limits: { ...defaultLimits, ...(isOwnMachine(options) && ownMachineLimits), ...options.limits },
    log: typeof log === 'string' ? createLog(log) : withoutContent(log),
    store: options.store,
    counters: options.counters,
    secrets: options.ticketSecret === undefined ? undefined : readSecrets(options.ticketSecret),
    trustProxy: options.trustProxy ?? 0,
    admit: options.admit,
    metrics: options.metrics ?? (options.server ? 'off' : 'local'),
    traces: options.traces ?? false,
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

function checkPatterns(value: unknown): string | undefined {
  const isRight = Array.isArray(value) && value.every((text) => typeof text === 'string' && isToolPattern(text));
  return expect(isRight, `a list of ${toolPatternRule}`);
}

function checkLimits(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'an object of limits';
  for (const [name, limit] of Object.entries(value)) {
    if (!Object.hasOwn(defaultLimits, name)) return `made of known limits; "${name}" is none`;
    if (!isLimit(limit)) return `made of numbers above 0 and below 2^31; "${name}" is not`;
  }
  return undefined;
}

/** True when only pages of the machine that it runs on can reach the server: then its visitor is whoever runs it. */
function isOwnMachine({
  server,
  host = defaultHost,
  origins = [],
  ticketSecret,
  trustProxy,
}: AgentServerOptions): boolean {
  return !server && isLoopbackAddress(host) && origins.length === 0 && ticketSecret === undefined && !trustProxy;
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

function isMetricsAccess(value: unknown): boolean {
  if (isObject(value)) return typeof value['token'] === 'string' && value['token'].length >= leastTokenChars;
  return value === 'off' || value === 'local' || value === 'open';
}

function isLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}
