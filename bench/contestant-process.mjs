// Child process: one end of one contestant. argv: 'server' or 'client', and the contestant's name.
const [role, name] = process.argv.slice(2);
const contestant = await import(`./contestants/${name}.mjs`);

const commands = role === 'server' ? await serverCommands() : clientCommands();

process.on('message', async ({ command, ...given }) => {
  try {
    process.send({ value: await commands[command](given) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit(0));
process.send({ value: 'ready' });

async function serverCommands() {
  const { port, samples } = await contestant.startServer();
  let cpu = process.cpuUsage();
  return {
    port: () => port,
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
  return {
    connect: async ({ port, bytes }) => {
      client = await contestant.startClient(port, bytes);
    },
    turns: async ({ count, calls }) => {
      for (let turn = 0; turn < count; turn += 1) await client.turn(calls);
    },
  };
}
