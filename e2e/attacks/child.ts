import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { deferred, type Deferred } from '../../shared/deferred.ts';
import { isObject } from '../../shared/json.ts';

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly flags?: readonly string[];
}

/** A process that answers commands. Its end before `stop` is a crash: every open question is answered by it. */
export class Child {
  /** What it wrote on standard error, by lines. */
  readonly lines: string[] = [];
  readonly #process;
  readonly #questions = new Map<number, Deferred<unknown>>();
  #asked = 0;
  #crash: Error | undefined;
  #isStopping = false;

  private constructor(file: string, { args = [], flags = [] }: ChildOptions) {
    this.#process = fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
      execArgv: [...flags],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    this.#process.stderr?.on('data', (chunk) => this.lines.push(...String(chunk).split('\n').filter(Boolean)));
    this.#process.on('message', (message) => this.#answer(message));
    this.#process.once('exit', (code, signal) => this.#ended(file, `${signal ?? code}`));
  }

  static async start(file: string, options: ChildOptions = {}): Promise<Child> {
    const child = new Child(file, options);
    await child.#question(0);
    return child;
  }

  get hasCrashed(): boolean {
    return this.#crash !== undefined;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** @throws Error when the command threw, or the process has ended. */
  ask(command: string, given?: unknown): Promise<unknown> {
    if (this.#crash) return Promise.reject(this.#crash);
    this.#asked += 1;
    this.#process.send({ id: this.#asked, command, given });
    return this.#question(this.#asked);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
  }

  #question(id: number): Promise<unknown> {
    const answer = deferred<unknown>();
    this.#questions.set(id, answer);
    return answer.promise;
  }

  #answer(message: unknown): void {
    if (!isObject(message) || typeof message['id'] !== 'number') return;
    const question = this.#questions.get(message['id']);
    this.#questions.delete(message['id']);
    if (message['error'] === undefined) question?.resolve(message['value']);
    else question?.reject(new Error(String(message['error'])));
  }

  #ended(file: string, how: string): void {
    if (this.#isStopping) return;
    this.#crash = new Error(`${file} ended with ${how}:\n${this.lines.slice(-20).join('\n')}`);
    for (const question of this.#questions.values()) question.reject(this.#crash);
  }
}
