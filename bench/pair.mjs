// Both ends of one contestant, each in a process of its own.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('./contestant-process.mjs', import.meta.url));

/** @param env what both ends find in their environment besides. */
export async function startPair(name, env = {}) {
  const ends = ['server', 'client'].map((role) => startProcess(role, name, env));
  const [server, client] = await Promise.all(ends);
  const port = await server.call('port');
  return { name, server, client, port, stop: () => (server.stop(), client.stop()) };
}

async function startProcess(role, name, env) {
  const child = fork(file, [role, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  const reply = () =>
    new Promise((resolve, reject) => {
      child.once('message', ({ value, error }) =>
        error ? reject(new Error(`${name} ${role}: ${error}`)) : resolve(value),
      );
      child.once('exit', (code) => reject(new Error(`${name} ${role} ended with ${code}`)));
    }).finally(() => child.removeAllListeners());
  await reply();
  return {
    call: (command, given = {}) => {
      const answer = reply();
      child.send({ command, ...given });
      return answer;
    },
    stop: () => child.kill(),
  };
}

/** So that noise from outside hits no contestant more than another. */
export function rotate(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The median of the ratios within each round: what slows one round down slows both. */
export function paired(ours, theirs) {
  return median(ours.map((value, round) => value / theirs[round]));
}
