// The server under attack, in a process of its own: as it is built, with a model that answers at once.
// Whatever it does not catch ends it, as it would end the real one.
import { createAgentServer } from '../../dist/server/index.js';
import { serveCommands } from './serve-commands.mjs';

const model = {
  label: 'Scripted',
  rehearsal: false,
  async *run({ history, tools }, signal) {
    const { role, text = '' } = history.at(-1);
    if (role === 'user' && text.startsWith('think ')) return yield* think(text.split(' ').map(Number), signal);
    if (role === 'user' && text.startsWith('call ') && tools.length > 0) return yield callOf(tools[0].name, text);
    const said = role === 'user' ? text : history.findLast((entry) => entry.role === 'user').text;
    yield { type: 'text', text: `You said: ${said}` };
    yield { type: 'step', step: { raw: 0, text: `You said: ${said}`, calls: [], finish: 'answered' } };
  },
};

function callOf(name, text) {
  const calls = [{ name, args: { note: text } }];
  return { type: 'step', step: { raw: 0, text: '', calls, finish: 'calls' } };
}

/** So many thoughts of so many characters, so far apart: text that no log keeps. */
async function* think([, pieces, chars, pauseMs], signal) {
  const piece = 'x'.repeat(chars);
  for (let at = 0; at < pieces; at += 1) {
    signal.throwIfAborted();
    yield { type: 'thought', text: piece };
    await new Promise((resolve) => (pauseMs > 0 ? setTimeout(resolve, pauseMs) : setImmediate(resolve)));
  }
  yield { type: 'step', step: { raw: 0, text: 'That was it.', calls: [], finish: 'answered' } };
}

const builtin = [Object, Array, Function, String, Number, Boolean, Promise, Map, Set, Error];
const prototypes = () => builtin.map(({ name, prototype }) => `${name}:${Reflect.ownKeys(prototype).length}`).join();
const before = prototypes();

const server = createAgentServer({ model, port: 0, log: 'error', ...JSON.parse(process.argv[2]) });
const url = await server.listen();

serveCommands({
  url: () => url,
  vitals: async () => {
    // Twice, with time between: buffers are let go by finalisers.
    for (let pass = 0; pass < 2; pass += 1) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    const resources = process.getActiveResourcesInfo();
    const sockets = resources.filter((name) => name === 'TCPSocketWrap').length;
    const handles = resources.length - sockets;
    const isPolluted = prototypes() !== before;
    return { rss, heap: heapUsed, outside: external, sockets, handles, isPolluted };
  },
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  },
  close: () => server.close(),
});
