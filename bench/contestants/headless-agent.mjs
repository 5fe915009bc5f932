// This package as it ships: the real server with its log, checks and limits, and a client that speaks its protocol.
import { createAgentServer } from '../../dist/server/index.js';
import { PageClient } from '../../dist/testing/page-client.js';
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

export async function startServer() {
  const stopwatch = createStopwatch();
  const limits = { framesPerSecond: 1e6, frameBurst: 1e6 };
  const server = createAgentServer({ model: instantModel(stopwatch), port: 0, log: 'silent', limits });
  const { port } = new URL(await server.listen());
  return { port: Number(port), samples: stopwatch.samples };
}

function instantModel(stopwatch) {
  let left = 0;
  return {
    label: 'Instant',
    rehearsal: false,
    async *run({ history }) {
      stopwatch.answered();
      const { role, text } = history.at(-1);
      if (role === 'user' && text.startsWith('stream ')) {
        yield* streamedAnswer(Number(text.slice('stream '.length)));
        return;
      }
      if (role === 'user') left = Number(/^calls (\d+)/.exec(text)?.[1] ?? 0);
      if (left === 0) {
        yield { type: 'step', step: { raw: 0, text: '', calls: [], finish: 'answered' } };
        return;
      }
      const call = { name: toolName, args: toolArgs(left) };
      left -= 1;
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

export async function startClient(port, historyBytes) {
  const { client } = await PageClient.connect(`ws://127.0.0.1:${port}/agent`, {
    pageTools: [pageTool],
    tools: { [toolName]: runTool },
  });
  for (const text of historyTexts(historyBytes)) await client.ask(text);
  return {
    turn: (calls) => client.ask(`calls ${calls}`),
    stream: async (count) => (await client.ask(`stream ${count}`)).length,
  };
}
