import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ProxyName = 'nginx' | 'caddy';

export interface ProxyProcess {
  readonly host: string;
  stop(): Promise<void>;
}

/** Why a proxy can't be tested with, for a test's `skip`; false when it is there. */
export function missingProxy(name: ProxyName): string | false {
  return findProgram(name) === undefined && `There is no ${name} here (Debian: apt-get install -y ${name}).`;
}

/** Starts a proxy on a free port with the sample that operators are given, in front of two nodes of this machine. */
export async function startProxy(name: ProxyName, nodes: readonly [number, number]): Promise<ProxyProcess> {
  const program = findProgram(name);
  if (program === undefined) throw new Error(String(missingProxy(name)));
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  const port = await freePort();
  const file = join(folder, name === 'nginx' ? 'nginx.conf' : 'Caddyfile');
  await writeFile(file, await settingsOf(name, nodes, port, folder));
  const child = spawn(program, argumentsOf(name, file, folder), {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await waitForPort(child, port);
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function settingsOf(
  name: ProxyName,
  [one, other]: readonly [number, number],
  port: number,
  folder: string,
): Promise<string> {
  const sample = fileURLToPath(new URL(`../deploy/${name === 'nginx' ? 'nginx.conf' : 'Caddyfile'}`, import.meta.url));
  const text = (await readFile(sample, 'utf8'))
    .replaceAll('agent-1:8787', `127.0.0.1:${one}`)
    .replaceAll('agent-2:8787', `127.0.0.1:${other}`);
  if (name === 'caddy') return `{\n\tadmin off\n}\n${text.replace(':8080 {', `http://127.0.0.1:${port} {`)}`;
  return text
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('http {', `http {\n  access_log off;\n${temporaryPaths(folder)}`);
}

/** The defaults are folders that only root may write to. */
function temporaryPaths(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(folder, name)};\n`)
    .join('');
}

function argumentsOf(name: ProxyName, file: string, folder: string): string[] {
  if (name === 'caddy') return ['run', '--adapter', 'caddyfile', '--config', file];
  return ['-c', file, '-e', 'stderr', '-g', `daemon off; pid ${join(folder, 'pid')};`];
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Resolves once somebody listens; rejects with what the program said when it ends before that. */
async function waitForPort(child: ChildProcess, port: number): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The proxy ended with ${child.exitCode}:\n${said}`);
    if (await isListening(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
