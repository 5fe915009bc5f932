// An answer in markdown at 500 pieces a second in Chromium, its processor slowed to a quarter: how long until all of it
// is shown, the worst frame, and the work of the main thread beside a page that appends the same text to one node.
// Usage: node bench/markdown-stream.mjs [--rounds=5] [--deltas=2000] [--rate=500] [--throttle=4] [--check]
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
    rounds: { type: 'string', default: '5' },
    deltas: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '500' },
    throttle: { type: 'string', default: '4' },
    check: { type: 'boolean' },
  },
});
const limits = { lateMs: 300, frameMs: 100, ratio: 1.35 };
const pieces = markdownPieces(Number(values.deltas));
/** Ends the answer: what stands there last is looked for. */
const endMark = '\n\nThis is the end of it.';
const settleMs = 1_500;

let lastSentAt = 0;
const agentServer = createAgentServer({
  model: { label: 'Paced', rehearsal: false, run: answer },
  port: 0,
  log: 'silent',
});
const agentUrl = await agentServer.listen();
const site = await startSite();
const browser = await chromium.launch({
  executablePath: locateBrowser('chromium').files.chromium,
  args: ['--no-sandbox', '--disable-gpu'],
});

// The same element twice: the second time the chunk that reads markdown can't be loaded, so it stays plain text.
const contestants = [
  { name: 'plain text, no element', path: '/plain' },
  { name: 'headless-agent, plain text', path: '/element', block: '**/chunks/markdown-*' },
  { name: 'headless-agent, markdown', path: '/element' },
];
const results = new Map(contestants.map(({ name }) => [name, []]));
console.log(`Chromium ${browser.version()}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
console.log(`${values.rounds} rounds of ${pieces.length} pieces at ${values.rate}/s, ${values.throttle}x throttle\n`);
for (let round = -1; round < Number(values.rounds); round += 1) {
  for (const contestant of rotate(contestants, round + 1)) {
    const result = await measure(contestant);
    if (round >= 0) results.get(contestant.name).push(result);
  }
}
await browser.close();
await agentServer.close();
site.close();
report();

async function* answer() {
  const queue = [];
  let wake = () => {};
  const paced = pace([...pieces, endMark], Number(values.rate), (piece) => (queue.push(piece), wake()));
  let text = '';
  for (let given = 0; given <= pieces.length; given += 1) {
    while (queue.length === 0) await new Promise((resolve) => (wake = resolve));
    const piece = queue.shift();
    text += piece;
    yield { type: 'text', text: piece };
  }
  lastSentAt = await paced;
  yield { type: 'step', step: { raw: 0, text, calls: [], finish: 'answered' } };
}

/** Both pages, and a socket that sends the bare text. */
async function startSite() {
  const style =
    '<style>body{margin:0;font:15px/1.5 sans-serif}main{block-size:600px;overflow:auto;white-space:pre-wrap}</style>';
  const pages = {
    '/plain': `<!doctype html>${style}<main></main><script>
      const node = document.querySelector('main').appendChild(new Text());
      globalThis.go = () => {
        const socket = new WebSocket(location.href.replace('http', 'ws'));
        socket.onmessage = ({ data }) => node.appendData(JSON.parse(data).text);
      };</script>`,
    '/element': `<!doctype html>${style}<headless-agent server="${agentUrl}/agent" persist="none"></headless-agent>
      <script type="module" src="${agentUrl}/headless-agent.js"></script><script>
      globalThis.go = () => void document.querySelector('headless-agent').send('Go.');</script>`,
  };
  const server = createServer(({ url }, response) => {
    response.writeHead(pages[url] ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(pages[url]);
  });
  new WebSocketServer({ server }).on('connection', (socket) => void sendAnswer(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => server.closeAllConnections?.() ?? server.close(),
  };
}

async function sendAnswer(socket) {
  const send = (text) => socket.send(JSON.stringify({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text }));
  lastSentAt = await pace([...pieces, endMark], Number(values.rate), send);
}

async function measure({ path, block }) {
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } });
  if (block) await page.route(block, (route) => route.abort());
  const session = await page.context().newCDPSession(page);
  // What the thread itself worked: a machine that is busy with other things adds nothing to it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.throttle) });
  await page.goto(`${site.url}${path}`);
  if (path === '/element') await page.evaluate('document.querySelector("headless-agent").ready');
  await page.evaluate(watch, endMark.trim());
  const before = await taskSeconds(session);
  await page.evaluate('go()');
  await page.waitForFunction('shownAt > 0', undefined, { timeout: 120_000, polling: 250 });
  const busyMs = ((await taskSeconds(session)) - before) * 1_000;
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const { shownAt, worstFrameMs, bold } = await page.evaluate('({ shownAt, worstFrameMs, bold: isMarkdown() })');
  await page.close();
  if (bold !== (path === '/element' && !block)) throw new Error(`${path}: markdown was ${bold ? '' : 'not '}read.`);
  return { lateMs: shownAt - lastSentAt, worstFrameMs, busyMs };
}

/** Runs in the page: notes when the last words are there, and the longest time between two frames. */
function watch(end) {
  const roots = () => [document, document.querySelector('headless-agent')?.shadowRoot].filter(Boolean);
  globalThis.shownAt = 0;
  globalThis.worstFrameMs = 0;
  globalThis.isMarkdown = () => roots().some((root) => root.querySelector('strong') !== null);
  let last = performance.now();
  const look = (now) => {
    globalThis.worstFrameMs = Math.max(globalThis.worstFrameMs, now - last);
    last = now;
    const holder = roots().at(-1).querySelector('.message.agent .markdown, .message.agent .content, main');
    const tail = holder?.lastElementChild?.textContent ?? holder?.lastChild?.data;
    if (tail?.slice(-100).includes(end)) globalThis.shownAt = performance.timeOrigin + now;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function taskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

function report() {
  const column = (name, key) => results.get(name).map((result) => result[key]);
  console.log('| | main thread ms | shown after the input ends, ms | worst frame ms |');
  console.log('| --- | --- | --- | --- |');
  for (const { name } of contestants) {
    const cells = ['busyMs', 'lateMs', 'worstFrameMs'].map((key) => median(column(name, key)).toFixed(0));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  const [bare, plain, ours] = contestants.map(({ name }) => name);
  const checks = [
    ['markdown / plain text, no element', paired(column(ours, 'busyMs'), column(bare, 'busyMs')), limits.ratio],
    ['shown after the input ends, ms', median(column(ours, 'lateMs')), limits.lateMs],
    ['worst frame, ms', median(column(ours, 'worstFrameMs')), limits.frameMs],
  ];
  console.log(
    `\nmarkdown / the same element's plain text: ${paired(column(ours, 'busyMs'), column(plain, 'busyMs')).toFixed(2)}`,
  );
  for (const [what, figure, limit] of checks) {
    console.log(`${figure <= limit ? 'ok  ' : 'OVER'} ${what}: ${figure.toFixed(2)} (limit ${limit})`);
    if (values.check && figure > limit) process.exitCode = 1;
  }
}
