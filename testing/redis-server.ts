import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RedisServerOptions {
  /** When writes are made safe on the disk: never unless given, at the latest after a second, or before each answer. */
  readonly appendfsync?: 'everysec' | 'always';
}

/** Why there is no server to test with, for a test's `skip`; false when there is one. */
export const missingRedis: string | false =
  findServer() === undefined &&
  'There is no redis-server and no valkey-server: install one (Debian: apt-get install -y redis-server), or give its program in REDIS_SERVER_PATH.';

/**
 * Starts a Redis or Valkey server on a free port of this machine, with a folder of its own.
 *
 * @throws Error that says what to install when there is none.
 */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const program = findServer();
  if (program === undefined) throw new Error(String(missingRedis));
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const server = new RedisServer(program, folder, await freePort(), options);
  await server.restart();
  return server;
}

/** A server that can be killed and come back at the same address, with what it had made safe. */
export class RedisServer {
  readonly port: number;
  readonly #program: string;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  /** Not started yet: see `startRedisServer`. */
  constructor(program: string, folder: string, port: number, { appendfsync }: RedisServerOptions) {
    this.#program = program;
    this.#folder = folder;
    this.port = port;
    const where = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', ''];
    this.#settings = appendfsync ? [...where, '--appendonly', 'yes', '--appendfsync', appendfsync] : where;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Ends it as a power cut would: nothing is flushed. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Starts it again once it was killed. */
  async restart(): Promise<void> {
    if (this.#process) throw new Error('restart: the server still runs; kill it first.');
    const child = spawn(this.#program, this.#settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = child;
    process.off('exit', killAll).on('exit', killAll);
    running.add(child);
    const lines = createInterface(child.stdout);
    const said: string[] = [];
    for await (const line of lines) {
      said.push(line);
      if (/Ready to accept connections/i.test(line)) return void child.stdout.resume();
    }
    throw new Error(`${this.#program} did not start: ${said.join('\n')}`);
  }

  /** Leaves connections open and answers nothing, until it is resumed. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Ends it for good and removes its folder. */
  async stop(): Promise<void> {
    await this.#end('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    running.delete(child);
  }
}

/** No server outlives the process that started it. */
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

function findServer(): string | undefined {
  const given = process.env['REDIS_SERVER_PATH'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return ['redis-server', 'valkey-server']
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
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
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}
