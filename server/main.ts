#!/usr/bin/env node
import { createAgentServer } from './agent-server.ts';
import { limits } from '../shared/limits.ts';
import { ConfigError } from './config/config-error.ts';
import type { ModelConfig } from './config/read-model.ts';
import { readConfig } from './config.ts';
import { createLog, type Log } from './log.ts';
import type { SessionEvent } from './loop/event.ts';
import { chooseModel } from './model/choose-model.ts';
import { geminiModel } from './model/gemini.ts';
import type { ModelAdapter } from './model/model.ts';
import { packageVersion } from './package-info.ts';
import { startRehearsal } from './standin/rehearsal.ts';
import { openStore } from './store/open-store.ts';

const help = `headless-agent: the loop server of <headless-agent>

  GEMINI_API_KEY           the key; without one a rehearsal answers, not an AI
  GEMINI_MODEL             gemini-flash-latest
  GOOGLE_GEMINI_BASE_URL   another Gemini-compatible endpoint
  HEADLESS_AGENT_MODEL     another model: gemini:NAME, openai:NAME or prompted:NAME; see docs/models.md
  OPENAI_BASE_URL, OPENAI_API_KEY   where openai: and prompted: find theirs, such as http://localhost:11434/v1
  PORT, HOST               8787, 127.0.0.1
  HEADLESS_AGENT_ORIGINS   pages that may connect, such as https://shop.example,https://www.shop.example
  HEADLESS_AGENT_TICKET_SECRET   what your backend signs tickets with, at least 32 bytes; without it anybody may talk
  HEADLESS_AGENT_TRUST_PROXY     how many proxies of yours are in front; 0 unless set
  HEADLESS_AGENT_STORE     memory, file:FOLDER or redis://HOST:PORT: where conversations are kept
  HEADLESS_AGENT_LOG       silent, error, warn, info or debug (a line for each frame)
  HEADLESS_AGENT_METRICS   local, open or off: who may read /metrics; or HEADLESS_AGENT_METRICS_TOKEN
  HEADLESS_AGENT_TRACES    on or off: OpenTelemetry spans; see docs/operations.md
  HEADLESS_AGENT_DEMO      on or off: the demo at /
  HEADLESS_AGENT_INSTRUCTIONS   what the model should know about the site
  HEADLESS_AGENT_TOOL_CHOICE    auto, required, none or the name of one tool, for messages that ask for nothing else
  HEADLESS_AGENT_TOOLS     the most that any page may have offered to the model, such as "memory_* speak"; everything unless set
  HEADLESS_AGENT_ASK       tools that the person is asked about each time, whatever the page says
  HEADLESS_AGENT_LIMITS_…  see the README`;

async function main(): Promise<void> {
  const [flag] = process.argv.slice(2);
  if (flag === '--help' || flag === '-h') return console.log(help);
  if (flag === '--version' || flag === '-v') return console.log(packageVersion);
  if (flag !== undefined)
    throw new ConfigError(`There is no option ${flag}. Settings are environment variables; see --help.`);
  const { model: modelConfig, store: setting, ...options } = readConfig(process.env);
  const log = createLog(options.log);
  const { model, release } = await startModel(modelConfig, options.limits.modelMs ?? limits.modelMs, log);
  const expiryMs = options.limits.sessionMs ?? limits.sessionMs;
  const store = await openStore<SessionEvent>(setting, { expiryMs, log });
  const server = createAgentServer({ ...options, log, model, store: store.sessions, counters: store.counters });
  const url = await server.listen();
  console.log(`headless-agent is ready: ${url}/`);
  if (model.rehearsal) console.log('This is a rehearsal, not an AI: set GEMINI_API_KEY to talk to a model.');

  const stop = (): void => {
    server
      .close()
      .then(() => store.close())
      .then(release)
      .then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function startModel(
  config: ModelConfig,
  timeoutMs: number,
  log: Log,
): Promise<{ model: ModelAdapter; release: () => Promise<void> }> {
  const note = (words: string): void => log.info({}, words);
  if (config.kind !== 'rehearsal') return { model: chooseModel(config, timeoutMs, note), release: async () => {} };
  const rehearsal = await startRehearsal();
  const model = geminiModel({
    apiKey: 'rehearsal',
    baseUrl: rehearsal.url,
    label: 'Rehearsal',
    rehearsal: true,
    timeoutMs,
  });
  return { model, release: rehearsal.close };
}

/** One sentence for whoever typed the command. */
function fail(thrown: unknown): never {
  console.error(explain(thrown));
  process.exit(1);
}

function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = 'code' in thrown ? thrown.code : '';
  const port = process.env['PORT'] || '8787';
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or choose another: PORT=8788 npm start`;
  if (code === 'EACCES')
    return `Port ${port} needs rights that this process lacks. Choose one above 1023: PORT=8787 npm start`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `HOST is "${process.env['HOST'] ?? ''}", which is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`;
  const isForPeople = ['ConfigError', 'TypeError', 'StoreError'].includes(thrown.name);
  return isForPeople ? thrown.message : (thrown.stack ?? thrown.message);
}

main().catch(fail);
