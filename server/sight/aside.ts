/** Looks at what has happened once the frame that it led to has left: nobody waits for it. */
export class Aside {
  #tasks: (() => void)[] = [];

  /** The task must not throw. */
  add(task: () => void): void {
    if (this.#tasks.push(task) === 1) setImmediate(this.settle);
  }

  /** Does all of it now. Whoever reads what was counted calls this before. */
  readonly settle = (): void => {
    if (this.#tasks.length === 0) return;
    const tasks = this.#tasks;
    this.#tasks = [];
    for (const task of tasks) task();
  };
}
