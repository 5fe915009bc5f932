import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));

export interface AgentProcess {
  readonly url: string;
  /** Everything that it logged, one object a line. */
  readonly log: readonly LogLine[];
  readonly output: () => string;
  /** Asks it to stop and waits. Its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

export type LogLine = Readonly<Record<string, unknown>>;

/** Starts the command as a person would, on a free port, and waits until it says that it is ready. */
export async function startAgent(env: Readonly<Record<string, string>> = {}): Promise<AgentProcess> {
  const child = spawn(process.execPath, [main], { env: { ...cleanEnv(), PORT: '0', ...env } });
  const log: LogLine[] = [];
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
    for (const line of String(chunk).split('\n')) if (line.startsWith('{')) log.push(JSON.parse(line));
  });
  const url = await readUrl(child, (text) => (output += text));
  return { url, log, output: () => output, stop: () => stop(child), kill: () => kill(child) };
}

/** Runs the command until it ends by itself. */
export async function runAgent(
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [main, ...flags], { env: { ...cleanEnv(), ...env } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

/** The machine's environment without what would change who answers. */
function cleanEnv(): Record<string, string | undefined> {
  const names = Object.keys(process.env).filter(
    (name) => !/^(GEMINI|GOOGLE|OPENAI|HEADLESS_AGENT|PORT$|HOST$)/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

function readUrl(child: ChildProcess, note: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    child.stdout?.on('data', (chunk) => {
      note(String(chunk));
      seen += String(chunk);
      const url = /ready: (http:\/\/\S+)\//.exec(seen)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${seen}`)));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return child.exitCode;
}
