/** Answers what the parent process asks, one command at a time. What a command throws is its answer, too. */
export function serveCommands(commands) {
  const answer = async ({ id, command, given }) => {
    try {
      process.send({ id, value: await commands[command](given) });
    } catch (error) {
      process.send({ id, error: String(error?.stack ?? error) });
    }
  };
  process.on('message', (message) => void answer(message));
  // Nobody is left to ask.
  process.on('disconnect', () => process.exit());
  process.send({ id: 0 });
}
