// Both ends of one contestant, each in a process of its own.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('./contestant-process.mjs', import.meta.url));

export async function startPair(name) {
  const [server, client] = await Promise.all([startProcess('server', name), startProcess('client', name)]);
  const port = await server.call('port');
  return { name, server, client, port, stop: () => (server.stop(), client.stop()) };
}

async function startProcess(role, name) {
  const child = fork(file, [role, name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
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
