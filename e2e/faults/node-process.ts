import { build } from 'esbuild';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Limits } from '../../shared/limits.ts';
import type { ModelReport } from './planned-model.ts';

export interface NodeSettings {
  readonly port: number;
  readonly origin: string;
  /** `memory`, `file:DIR` or `redis://…` */
  readonly store: string;
  readonly seed: string;
  /** How long an answer of the model takes at most. */
  readonly modelMs: number;
  readonly limits: Partial<Limits>;
}

/** What a node is told while it runs. */
export interface NodeOrder {
  /** The clock of its machine is set, this much forward. */
  readonly jumpMs: number;
}

export type NodeMessage = { readonly type: 'ready' } | { readonly type: 'model'; readonly report: ModelReport };

export type NodeOptions = Omit<NodeSettings, 'port'> & {
  readonly onReport: (report: ModelReport) => void;
  /** What it wrote to its error output: a server that runs well writes nothing. */
  readonly onComplaint: (text: string) => void;
};

/** A server process that keeps its port over kills and restarts. */
export class NodeProcess {
  readonly port: number;
  readonly #options: NodeOptions;
  #child: ChildProcess | undefined;
  #isReady = false;

  private constructor(port: number, options: NodeOptions) {
    this.port = port;
    this.#options = options;
  }

  /** Starts it and waits until it listens. */
  static async start(options: NodeOptions): Promise<NodeProcess> {
    const node = new NodeProcess(await freePort(), options);
    await node.start();
    return node;
  }

  /** Whether it listens. */
  get isUp(): boolean {
    return this.#isReady;
  }

  /** Starts it again on its port, and waits until it listens. @throws Error when it ends before. */
  async start(): Promise<void> {
    const script = await bundledNode();
    const { onReport, onComplaint, ...settings } = this.#options;
    const child = fork(script, [], {
      env: { PATH: process.env['PATH'], FAULTS_NODE: JSON.stringify({ ...settings, port: this.port }) },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    child.stderr?.on('data', (text) => onComplaint(String(text)));
    child.once('exit', () => {
      if (this.#child === child) this.#isReady = false;
    });
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: NodeMessage) => {
        if (message.type === 'model') onReport(message.report);
        else resolve();
      });
      child.once('exit', (code, signal) => reject(new Error(`The server ended with ${signal ?? code}.`)));
    });
    this.#isReady = true;
  }

  /** Ends it without a word, and waits until it is gone. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Asks it to stop, as a deploy does, and waits until it has. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Holds it still: it keeps its sockets, its memory and its belief that it owns its sessions. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Sets the clock of its machine, forward or back. */
  jump(jumpMs: number): void {
    const order: NodeOrder = { jumpMs };
    this.#child?.send(order);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#isReady = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}

let bundling: Promise<string> | undefined;

/** The server's code in one file: a process that starts hundreds of times should not be compiled each time. */
function bundledNode(): Promise<string> {
  return (bundling ??= bundle());
}

async function bundle(): Promise<string> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const folder = join(root, '.cache', 'faults');
  const outfile = join(folder, `agent-node.${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  process.once('exit', () => rmSync(outfile, { force: true }));
  await build({
    entryPoints: [join(root, 'e2e', 'faults', 'agent-node.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent' },
    // Packages that are not modules call this.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}
