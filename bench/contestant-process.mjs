// Child process: one end of one contestant. argv: 'server' or 'client', and the contestant's name.
import { subscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const [role, name] = process.argv.slice(2);
const contestant = await import(`./contestants/${name}.mjs`);

const commands = role === 'server' ? await serverCommands() : clientCommands();

process.on('message', ({ command, ...given }) => void answer(command, given));
process.on('disconnect', () => process.exit(0));
process.send({ value: 'ready' });

async function answer(command, given) {
  try {
    process.send({ value: await commands[command](given) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
}

async function serverCommands() {
  const { port, samples } = await contestant.startServer();
  let cpu = process.cpuUsage();
  return {
    port: () => port,
    /** Resident bytes, without what is only waiting to be collected. */
    rss: () => {
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc');
      for (let time = 0; time < 3; time += 1) collect();
      return process.memoryUsage.rss();
    },
    reset: () => {
      samples.length = 0;
      cpu = process.cpuUsage();
    },
    read: () => {
      const { user, system } = process.cpuUsage(cpu);
      return { samples: [...samples], cpuMs: (user + system) / 1000 };
    },
  };
}

function clientCommands() {
  let client;
  let socket;
  const crowd = [];
  subscribe('net.client.socket', (created) => ({ socket } = created));
  return {
    connect: async ({ port, bytes }) => {
      client = await contestant.startClient(port, bytes);
    },
    /** So many more clients, all kept open and silent. */
    crowd: async ({ port, count }) => {
      for (let at = 0; at < count; at += 1) crowd.push(await contestant.startClient(port, 0));
    },
    /** All of the crowd at once. */
    crowdTurns: async ({ count, calls }) => {
      await Promise.all(
        crowd.map(async (each) => {
          for (let turn = 0; turn < count; turn += 1) await each.turn(calls);
        }),
      );
    },
    /** What this client's socket has carried, with the frames around the messages. */
    bytes: () => ({ up: socket.bytesWritten, down: socket.bytesRead }),
    /** How long an answer in so many pieces takes to arrive. */
    stream: async ({ deltas }) => {
      const begin = performance.now();
      const chars = await client.stream(deltas);
      return { ms: performance.now() - begin, chars };
    },
    turns: async ({ count, calls }) => {
      for (let turn = 0; turn < count; turn += 1) await client.turn(calls);
    },
  };
}
