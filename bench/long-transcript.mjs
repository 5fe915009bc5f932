// A streamed answer in a conversation of 1,000 items beside one of 10, in Chromium with its processor slowed to a
// quarter: the time between frames (95th percentile, worst), and the work of the main thread.
// Usage: node bench/long-transcript.mjs [--rounds=3] [--items=1000] [--deltas=400] [--rate=100] [--throttle=4] [--check]
// Needs npm run build. With --check, exit code 1 when a figure is beyond its limit.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { WebSocketServer } from 'ws';
import { createAgentServer } from '../dist/server/index.js';
import { locateBrowser } from '../scripts/browsers.mjs';
import { markdownPieces, pace } from './contestants/markdown.mjs';
import { median, paired, rotate } from './pair.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    items: { type: 'string', default: '1000' },
    deltas: { type: 'string', default: '400' },
    rate: { type: 'string', default: '100' },
    throttle: { type: 'string', default: '4' },
    check: { type: 'boolean' },
  },
});
const limits = { p95: 1.5, busy: 1.5 };
const few = 10;
const many = Number(values.items);
const pieces = markdownPieces(Number(values.deltas));
const earlier = markdownPieces(80).join('');

const welcome = {
  ...{ type: 'welcome', session: 's', token: 't', epoch: 1, resumed: false, tools: [] },
  model: { label: 'Paced', rehearsal: false },
  limits: { approvalMs: 300_000, graceMs: 30_000, maxResultBytes: 32_768, maxMessageChars: 16_000 },
};

// It serves the element. The conversation comes from a server that answers at once, whatever is asked.
const files = createAgentServer({
  model: { label: 'None', rehearsal: false, run: async function* none() {} },
  port: 0,
  log: 'silent',
});
const scriptUrl = `${await files.listen()}/headless-agent.js`;
const site = await startSite();
const browser = await chromium.launch({
  executablePath: locateBrowser('chromium').files.chromium,
  args: ['--no-sandbox', '--disable-gpu'],
});
const contestants = [few, many];
const results = new Map(contestants.map((items) => [items, []]));
console.log(`Chromium ${browser.version()}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
console.log(`${values.rounds} rounds of ${pieces.length} pieces at ${values.rate}/s, ${values.throttle}x throttle\n`);
for (let round = -1; round < Number(values.rounds); round += 1) {
  for (const items of rotate(contestants, round + 1)) {
    const result = await measure(items);
    if (round >= 0) results.get(items).push(result);
  }
}
await browser.close();
await files.close();
site.close();
report();

async function startSite() {
  const server = createServer(({ url }, response) => {
    const page = `<!doctype html><style>body{margin:0}</style>
      <headless-agent server="${site.url}/agent" persist="none"></headless-agent>
      <script type="module" src="${scriptUrl}"></script>`;
    response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  new WebSocketServer({ server }).on('connection', talk);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections?.();
      server.close();
    },
  };
}

/** One conversation. The message "Stream" is answered in pieces, every other one at once. */
function talk(socket) {
  let turn = 0;
  const say = (message) => socket.send(JSON.stringify(message));
  socket.on('message', async (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'hello') return say(welcome);
    if (message.type !== 'user.message') return undefined;
    turn += 1;
    say({ type: 'turn.started', turn, message: message.id });
    const text = (piece) => say({ type: 'turn.text', turn, round: 0, attempt: 0, text: piece });
    if (message.text === 'Stream') await pace(pieces, Number(values.rate), text);
    else text(earlier);
    return say({ type: 'turn.ended', turn, reason: 'answered' });
  });
}

async function measure(items) {
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(site.url);
  await page.evaluate('document.querySelector("headless-agent").ready');
  await page.evaluate(fillUp, items / 2 - 1);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.throttle) });
  const before = await taskSeconds(session);
  const frames = await page.evaluate(streamOnce);
  const busyMs = ((await taskSeconds(session)) - before) * 1_000;
  await page.close();
  const sorted = frames.toSorted((one, other) => one - other);
  return { busyMs, p95Ms: sorted[Math.floor(sorted.length * 0.95)], worstMs: sorted.at(-1) };
}

/** Runs in the page: so many questions and answers. */
async function fillUp(turns) {
  const element = document.querySelector('headless-agent');
  for (let turn = 0; turn < turns; turn += 1) await element.send('And then?');
}

/** Runs in the page: one answer that comes in pieces. The times between its frames. */
async function streamOnce() {
  const frames = [];
  let last = performance.now();
  let isOver = false;
  const look = (now) => {
    frames.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  await document.querySelector('headless-agent').send('Stream');
  isOver = true;
  return frames;
}

async function taskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

function report() {
  const column = (items, key) => results.get(items).map((result) => result[key]);
  console.log('| items | main thread ms | frame p95 ms | worst frame ms |');
  console.log('| --- | --- | --- | --- |');
  for (const items of contestants) {
    const cells = ['busyMs', 'p95Ms', 'worstMs'].map((key) => median(column(items, key)).toFixed(0));
    console.log(`| ${items} | ${cells.join(' | ')} |`);
  }
  const checks = [
    [`frame p95, ${many} items / ${few}`, paired(column(many, 'p95Ms'), column(few, 'p95Ms')), limits.p95],
    [`main thread, ${many} items / ${few}`, paired(column(many, 'busyMs'), column(few, 'busyMs')), limits.busy],
  ];
  for (const [what, figure, limit] of checks) {
    console.log(`${figure <= limit ? 'ok  ' : 'OVER'} ${what}: ${figure.toFixed(2)} (limit ${limit})`);
    if (values.check && figure > limit) process.exitCode = 1;
  }
}
