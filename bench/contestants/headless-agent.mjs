// This package as it ships: the real server with its log, checks and limits, and a client that speaks its protocol.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { compile } from 'zod/v4/core';
import { createAgentServer, openStore } from '../../dist/server/index.js';
import { PROTOCOL_VERSION, SUB_PROTOCOL, decode, encode, serverMessage } from '../../dist/shared/protocol.js';
import { createStopwatch, historyTexts, pieces, runTool, toolArgs, toolName } from './plan.mjs';

const pageTool = {
  name: toolName,
  description: 'Read a value in the browser.',
  inputSchema: {
    type: 'object',
    properties: { index: { type: 'integer' }, note: { type: 'string' } },
    required: ['index', 'note'],
  },
  readOnly: false,
  definition: 'bench',
};

const hello = {
  type: 'hello',
  version: PROTOCOL_VERSION,
  tab: 'tab',
  page: 'page',
  locale: 'en',
  ledger: 'ledger',
  calls: [],
  builtins: [],
  pageTools: [pageTool],
};

/** The schema, made into straight code, as the server does with its own. */
const incoming = compile(serverMessage);

export async function startServer() {
  const stopwatch = createStopwatch();
  const limits = { framesPerSecond: 1e6, frameBurst: 1e6 };
  const { sessions: store } = await openStore(process.env.BENCH_STORE ?? 'memory', { expiryMs: 3_600_000 });
  const server = createAgentServer({ model: instantModel(stopwatch), port: 0, log: 'silent', limits, store });
  const { port } = new URL(await server.listen());
  return { port: Number(port), samples: stopwatch.samples };
}

function instantModel(stopwatch) {
  return {
    label: 'Instant',
    rehearsal: false,
    async *run({ history }) {
      stopwatch.answered();
      const { role, text, results } = history.at(-1);
      if (role === 'user' && text.startsWith('stream ')) {
        yield* streamedAnswer(Number(text.slice('stream '.length)));
        return;
      }
      // Read from the history, so that one model serves many sessions.
      const left = role === 'user' ? Number(/^calls (\d+)/.exec(text)?.[1] ?? 0) : results[0].call.args.index - 1;
      if (left === 0) {
        yield { type: 'step', step: { raw: 0, text: '', calls: [], finish: 'answered' } };
        return;
      }
      const call = { name: toolName, args: toolArgs(left) };
      stopwatch.asked();
      yield { type: 'step', step: { raw: 0, text: '', calls: [call], finish: 'calls' } };
    },
  };
}

async function* streamedAnswer(count) {
  const texts = pieces(count);
  for (const text of texts) yield { type: 'text', text };
  yield { type: 'step', step: { raw: 0, text: texts.join(''), calls: [], finish: 'answered' } };
}

/** A client that does what a page has to: each frame is parsed by the protocol's own schema. */
export async function startClient(port, historyBytes) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/agent`, SUB_PROTOCOL, { origin: 'http://localhost' });
  await once(socket, 'open');
  const send = (message) => socket.send(encode(message));
  let ended = () => {};
  let chars = 0;
  let messages = 0;
  socket.on('message', (data) => {
    const message = decode(incoming, String(data));
    if (message.type === 'turn.text') chars += message.text.length;
    else if (message.type === 'tool.call') send(resultOf(message));
    else if (message.type === 'welcome' || message.type === 'turn.ended') ended(chars);
  });
  const until = (message) =>
    new Promise((resolve) => {
      ended = resolve;
      chars = 0;
      send(message);
    });
  const say = (text) => until({ type: 'user.message', id: String((messages += 1)), text });

  await until(hello);
  for (const text of historyTexts(historyBytes)) await say(text);
  return { turn: (calls) => say(`calls ${calls}`), stream: (count) => say(`stream ${count}`) };
}

function resultOf({ call, args }) {
  return { type: 'tool.result', call, result: { ok: true, value: runTool(args) } };
}
