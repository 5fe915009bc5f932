// Healthy pages beside the attack, in a process of their own so that the attacker's work does not count as the
// server's. They talk as fast as an honest page may, and compare each answer with what they said.
import { PageClient } from '../../dist/testing/page-client.js';
import { serveCommands } from './serve-commands.mjs';

const [, , url, origin] = process.argv;
const pages = 4;
/** A page sends one frame a turn, or two with a tool call: far below what is too fast. */
const pauseMs = 50;
/** A conversation that grows makes each turn dearer: begin anew before it shows. */
const turnsPerSession = 50;

const pageTool = {
  name: 'cart_add',
  description: 'Put a product into the cart.',
  inputSchema: { type: 'object', properties: { note: { type: 'string' } } },
  readOnly: false,
  definition: 'f1',
};

let seen = fresh();

function fresh() {
  return { turns: 0, wrong: 0, lost: 0, times: [] };
}

async function talk() {
  for (;;) {
    const ran = [];
    const client = await begin(ran);
    if (!client) continue;
    for (let said = 1; said <= turnsPerSession; said += 1) {
      if (!(await turn(client, said % 4 === 0, ran))) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    client.close();
  }
}

/** False when the socket ended first. */
async function turn(client, isCall, ran) {
  const text = `${isCall ? 'call' : 'say'} ${Math.random()}`;
  const from = performance.now();
  const answer = await Promise.race([client.ask(text).catch(String), client.closed]);
  if (typeof answer !== 'string') {
    seen.lost += 1;
    return false;
  }
  seen.times.push(performance.now() - from);
  seen.turns += 1;
  if (answer !== `You said: ${text}` || ran.splice(0).join() !== (isCall ? text : '')) seen.wrong += 1;
  client.received.length = 0;
  return true;
}

async function begin(ran) {
  const tools = { cart_add: ({ note }) => (ran.push(note), null) };
  try {
    const client = await PageClient.open(url, { ...(origin && { origin }), pageTools: [pageTool], tools });
    client.hello();
    const welcome = await Promise.race([client.next('welcome'), client.closed]);
    if (welcome.type === 'welcome') return client;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  seen.lost += 1;
  return undefined;
}

function quantile(times, part) {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

for (let page = 0; page < pages; page += 1) {
  talk().catch((error) => {
    console.error(error);
    process.exit(1);
  });
}

serveCommands({
  /** What happened since it was asked the last time. */
  report: () => {
    const { times, ...counts } = seen;
    seen = fresh();
    return { ...counts, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  },
});
