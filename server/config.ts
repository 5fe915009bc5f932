import { isLimit, limits as defaultLimits, type Limits } from '../shared/limits.ts';
import type { ToolChoice } from '../shared/protocol.ts';
import { isToolName } from '../shared/tool-name.ts';
import { isToolPattern, toolPatternRule } from '../shared/tool-pattern.ts';
import { ConfigError } from './config/config-error.ts';
import { readModel, type ModelConfig } from './config/read-model.ts';
import { logLevels, type LogLevel } from './log.ts';

/** What the environment says. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly origins: readonly string[];
  readonly log: LogLevel;
  readonly limits: Partial<Limits>;
  readonly demo: boolean;
  readonly instructions: string;
  readonly toolChoice: ToolChoice;
  readonly allowTools?: readonly string[];
  readonly askTools: readonly string[];
  readonly ticketSecret?: string;
  readonly trustProxy: number;
  readonly metrics: MetricsConfig;
  readonly traces: boolean;
  /** Where sessions are kept, as `openStore` takes it. */
  readonly store: string;
  readonly model: ModelConfig;
}

export type MetricsConfig = (typeof metricsChoices)[number] | { readonly token: string };

type Env = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError that names the variable, what it holds and what it should. */
export function readConfig(env: Env): Config {
  checkNames(env);
  return {
    port: readPort(env['PORT']),
    host: env['HOST'] || '127.0.0.1',
    origins: (env['HEADLESS_AGENT_ORIGINS'] ?? '').split(',').flatMap(readOrigin),
    log: readLevel(env['HEADLESS_AGENT_LOG']),
    limits: readLimits(env),
    metrics: readMetrics(env),
    traces: readSwitch(env, 'HEADLESS_AGENT_TRACES', 'off'),
    demo: readSwitch(env, 'HEADLESS_AGENT_DEMO'),
    instructions: env['HEADLESS_AGENT_INSTRUCTIONS'] ?? '',
    toolChoice: readToolChoice(env['HEADLESS_AGENT_TOOL_CHOICE'] || 'auto'),
    ...readAllowTools(env),
    askTools: readPatterns(env, 'HEADLESS_AGENT_ASK'),
    ...readTicketSecret(env),
    trustProxy: readTrustProxy(env['HEADLESS_AGENT_TRUST_PROXY']),
    store: env['HEADLESS_AGENT_STORE'] || 'memory',
    model: readModel(env, readSwitch(env, 'HEADLESS_AGENT_REHEARSAL')),
  };
}

const prefix = 'HEADLESS_AGENT_';
const limitPrefix = `${prefix}LIMITS_`;

const settings: ReadonlySet<string> = new Set(
  [
    ...['ORIGINS', 'LOG', 'METRICS', 'METRICS_TOKEN', 'TRACES', 'DEMO', 'INSTRUCTIONS', 'TOOL_CHOICE', 'TOOLS', 'ASK'],
    ...['TICKET_SECRET', 'TRUST_PROXY', 'STORE', 'REHEARSAL', 'MODEL'],
  ].map((name) => prefix + name),
);

/** A name that is misspelt would leave a door open that somebody thinks closed. */
function checkNames(env: Env): void {
  const given = Object.keys(env).filter((name) => name.startsWith(prefix) && !name.startsWith(limitPrefix));
  const unknown = given.find((name) => !settings.has(name));
  if (unknown === undefined) return;
  throw new ConfigError(`${unknown} is no known setting. The settings are: ${[...settings].join(', ')}.`);
}

function readPort(text: string | undefined): number {
  const port = Number(text || 8787);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ConfigError(`PORT is "${text}". It must be a whole number between 0 and 65535.`);
}

function readOrigin(text: string): string[] {
  const origin = text.trim().replace(/\/$/, '');
  if (!origin) return [];
  if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return [origin];
  throw new ConfigError(
    `HEADLESS_AGENT_ORIGINS holds "${text.trim()}". Each entry must be an origin such as https://shop.example, without a path.`,
  );
}

function readToolChoice(text: string): ToolChoice {
  if (text === 'auto' || text === 'required' || text === 'none') return text;
  if (isToolName(text)) return { tool: text };
  throw new ConfigError(
    `HEADLESS_AGENT_TOOL_CHOICE is "${text}". It must be auto, required, none or the name of one tool.`,
  );
}

/** Unset, there is no bound. */
function readAllowTools(env: Env): { allowTools?: readonly string[] } {
  const allowTools = readPatterns(env, 'HEADLESS_AGENT_TOOLS');
  return allowTools.length > 0 ? { allowTools } : {};
}

function readPatterns(env: Env, variable: string): readonly string[] {
  const patterns = (env[variable] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const wrong = patterns.find((text) => !isToolPattern(text));
  if (wrong === undefined) return patterns;
  throw new ConfigError(`${variable} holds "${wrong}". It must be made of ${toolPatternRule}.`);
}

function readTicketSecret(env: Env): { ticketSecret?: string } {
  const ticketSecret = env['HEADLESS_AGENT_TICKET_SECRET'];
  return ticketSecret ? { ticketSecret } : {};
}

function readTrustProxy(text: string | undefined): number {
  const proxies = Number(text || 0);
  if (Number.isInteger(proxies) && proxies >= 0 && proxies <= 10) return proxies;
  throw new ConfigError(
    `HEADLESS_AGENT_TRUST_PROXY is "${text}". It must be the number of proxies in front, from 0 to 10.`,
  );
}

function readLevel(text: string | undefined): LogLevel {
  const wanted = text || 'warn';
  const level = logLevels.find((name) => name === wanted);
  if (level) return level;
  throw new ConfigError(`HEADLESS_AGENT_LOG is "${text}". It must be one of ${logLevels.join(', ')}.`);
}

function readLimits(env: Env): Partial<Limits> {
  const names = new Map(Object.keys(defaultLimits).map((name) => [variableOf(name), name]));
  const given = Object.keys(env).filter((variable) => variable.startsWith(limitPrefix));
  return Object.fromEntries(
    given.map((variable) => {
      const name = names.get(variable);
      if (!name)
        throw new ConfigError(`${variable} is no known limit. The limits are: ${[...names.keys()].join(', ')}.`);
      const value = Number(env[variable]);
      if (!isLimit(value)) {
        throw new ConfigError(`${variable} is "${env[variable]}". It must be a number above 0 and below 2^31.`);
      }
      return [name, value];
    }),
  );
}

function variableOf(limit: string): string {
  return limitPrefix + limit.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

const metricsChoices = ['local', 'open', 'off'] as const;

function readMetrics(env: Env): MetricsConfig {
  const text = env['HEADLESS_AGENT_METRICS'];
  const token = env['HEADLESS_AGENT_METRICS_TOKEN'];
  if (token && text)
    throw new ConfigError('Set either HEADLESS_AGENT_METRICS or HEADLESS_AGENT_METRICS_TOKEN, not both.');
  if (token) return { token };
  const choice = metricsChoices.find((name) => name === (text || 'local'));
  if (choice) return choice;
  throw new ConfigError(`HEADLESS_AGENT_METRICS is "${text}". It must be one of ${metricsChoices.join(', ')}.`);
}

function readSwitch(env: Env, variable: string, otherwise = 'on'): boolean {
  const text = env[variable] || otherwise;
  if (text === 'on' || text === 'off') return text === 'on';
  throw new ConfigError(`${variable} is "${text}". It must be on or off.`);
}
