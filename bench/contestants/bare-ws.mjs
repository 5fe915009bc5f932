// The limit: `ws` on both ends, short JSON frames, nothing checked, nothing kept but the history.
// zod-ws is the same with its checks put in.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';
import { createStopwatch, historyTexts, pieces, runTool, toolArgs, toolName } from './plan.mjs';

const asIs = (value) => value;
const unchecked = { fromClient: asIs, fromServer: asIs, args: asIs, result: asIs };

export async function startServer(check = unchecked) {
  const stopwatch = createStopwatch();
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  sockets.on('connection', (socket) => serve(socket, stopwatch, check));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { port: http.address().port, samples: stopwatch.samples, http };
}

function serve(socket, stopwatch, check) {
  const history = [];
  const pending = new Map();
  const send = (message) => socket.send(JSON.stringify(message));
  const call = (id) =>
    new Promise((resolve) => {
      pending.set(id, resolve);
      send({ t: 'call', id, n: toolName, a: check.args(toolArgs(id)) });
    });
  const turn = async (calls) => {
    for (let id = 0; id < calls; id += 1) {
      stopwatch.asked();
      const result = await call(id);
      stopwatch.answered();
      history.push(result);
    }
    send({ t: 'end' });
  };
  const stream = (count) => {
    const texts = pieces(count);
    for (const s of texts) send({ t: 'd', s });
    history.push(texts.join(''));
    send({ t: 'end' });
  };
  socket.on('message', (data) => {
    const message = check.fromClient(JSON.parse(data));
    if (message.t === 'stream') stream(message.count);
    else if (message.t === 'res') pending.get(message.id)(message.r);
    else if (message.t === 'seed') history.push(...historyTexts(message.bytes));
    else void turn(message.calls);
  });
}

export async function startClient(port, historyBytes, check = unchecked) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
  await once(socket, 'open');
  let ended = () => {};
  let shown = '';
  const answer = ({ id, a }) => socket.send(JSON.stringify({ t: 'res', id, r: check.result(runTool(a)) }));
  socket.on('message', (data) => {
    const message = check.fromServer(JSON.parse(data));
    if (message.t === 'd') shown += message.s;
    else if (message.t === 'call') answer(message);
    else ended();
  });
  socket.send(JSON.stringify({ t: 'seed', bytes: historyBytes }));
  return {
    turn: (calls) =>
      new Promise((resolve) => {
        ended = resolve;
        socket.send(JSON.stringify({ t: 'turn', calls }));
      }),
    stream: (count) =>
      new Promise((resolve) => {
        shown = '';
        ended = () => resolve(shown.length);
        socket.send(JSON.stringify({ t: 'stream', count }));
      }),
  };
}
