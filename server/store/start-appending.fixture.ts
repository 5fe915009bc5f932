import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { deferred } from '../../shared/deferred.ts';

const program = fileURLToPath(new URL('./store-process.fixture.ts', import.meta.url));

export interface Appending {
  readonly pid: number | undefined;
  readonly acquired: Promise<unknown>;
  /** Kills the process once so many events were answered, and says how many were by its end. */
  readonly killAfter: (events: number) => Promise<number>;
}

/** A process of its own that appends events 1, 2, 3 … to session `s` of a store. */
export function startAppending(setting: string): Appending {
  const child = spawn(process.execPath, ['--import', 'tsx', program, setting], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const reached = deferred<void>();
  let [answered, wanted] = [0, Infinity];
  const note = (events: number): void => {
    answered = Math.max(answered, events);
    if (answered >= wanted) reached.resolve();
  };
  lines.on('line', (line) => note(Number(line) || 0));
  return {
    pid: child.pid,
    acquired: once(lines, 'line'),
    killAfter: async (events) => {
      wanted = events;
      note(0);
      await Promise.race([reached.promise, ended]);
      child.kill('SIGKILL');
      await ended;
      return answered;
    },
  };
}
