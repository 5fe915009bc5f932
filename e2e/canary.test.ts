import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { mintTicket } from '../server/policy/mint-ticket.ts';
import { PageClient } from '../testing/page-client.ts';
import { startStandin, type Standin, type StandinAnswer, type StandinView } from '../testing/index.ts';
import { startAgent, type AgentProcess } from './agent-process.ts';

/** Each says where it was put, so that a leak names its source. */
const canaries = {
  key: 'canary-api-key-of-the-operator',
  ticketSecret: 'canary-ticket-secret-of-the-operator-0123456789',
  instructions: 'canary-instructions-of-the-site',
  metricsToken: 'canary-token-for-the-metrics',
  subject: 'canary-subject-of-a-ticket',
  message: 'canary-message-of-a-person',
  answer: 'canary-answer-of-the-model',
  thought: 'canary-thought-of-the-model',
  args: 'canary-arguments-of-a-call',
  invented: 'canary_name_that_the_model_made_up',
  value: 'canary-value-of-a-tool',
  toolError: 'canary-error-of-a-tool',
  providerError: 'canary-error-of-the-provider',
  description: 'canary-description-of-a-page-tool',
  schema: 'canary-schema-of-a-page-tool',
  lateValue: 'canary-value-that-came-late',
  progress: 'canary-progress-of-a-tool',
  unknownField: 'canary_field_that_the_protocol_does_not_have',
  unknownType: 'canary_type_that_the_protocol_lacks',
  badJson: 'canary-in-a-frame-that-is-no-json',
  badToken: 'canary-token-of-a-session',
  badTicket: 'canary-ticket-that-nobody-signed',
  badToolName: 'canary tool name that no model can call',
};

/** Calls of every kind in the first round, words in the second; then a provider that fails. */
function answer({ text, results }: StandinView): StandinAnswer {
  if (text.includes('fail')) return { status: 400, message: `${canaries.providerError} ${text}` };
  if (results.length > 0) return { text: canaries.answer, thought: canaries.thought };
  const args = { note: canaries.args };
  return {
    text: canaries.answer,
    thought: canaries.thought,
    calls: [
      { name: 'cart_add', args },
      { name: 'cart_clear', args },
      { name: 'memory_get', args: { key: canaries.args } },
      { name: 'memory_get', args: { [canaries.args]: 1 } },
      { name: canaries.invented, args },
    ],
  };
}

function pageTool(name: string) {
  const inputSchema = { type: 'object', properties: { note: { type: 'string', description: canaries.schema } } };
  return { name, description: canaries.description, inputSchema, readOnly: false, definition: 'd1' };
}

let standin: Standin;
let agent: AgentProcess;
let folder = '';
let address = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canary-'));
  standin = await startStandin({ answer, apiKey: canaries.key });
  agent = await startAgent({
    GEMINI_API_KEY: canaries.key,
    GOOGLE_GEMINI_BASE_URL: standin.url,
    GEMINI_MODEL: 'gemini-4-hydrogen',
    HEADLESS_AGENT_LOG: 'debug',
    HEADLESS_AGENT_TRACES: 'on',
    HEADLESS_AGENT_METRICS_TOKEN: canaries.metricsToken,
    HEADLESS_AGENT_TICKET_SECRET: canaries.ticketSecret,
    HEADLESS_AGENT_INSTRUCTIONS: canaries.instructions,
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'span-file.mjs')).href}`,
    SPAN_FILE: join(folder, 'spans'),
  });
  address = `${agent.url.replace('http', 'ws')}/agent`;
});
after(async () => {
  await agent?.stop();
  await standin?.close();
  await rm(folder, { recursive: true, force: true });
});

async function ticket(): Promise<string> {
  const { ticketSecret: secret, subject: sub } = canaries;
  return mintTicket({ secret, sub, origin: agent.url, tools: ['memory_*', 'cart_*'], budget: 1_000_000 });
}

async function open() {
  const { client, welcome } = await PageClient.connect(address, {
    builtins: ['memory_get'],
    pageTools: [pageTool('cart_add'), pageTool('cart_clear')],
    hello: { ticket: await ticket() },
  });
  return { client, welcome };
}

/** A whole conversation, and the bad manners of other pages. */
async function talk(): Promise<string[]> {
  const { client, welcome } = await open();
  const asked = client.ask(canaries.message);
  const calls = [];
  for (let index = 0; index < 3; index += 1) calls.push(await client.next('tool.call'));
  for (const { call, name } of calls) {
    client.send({ type: 'tool.status', call, status: { state: 'asking', remainingMs: 1_000 } });
    client.send({ type: 'tool.status', call, status: { state: 'progress', progress: canaries.progress } });
    client.send({ type: 'tool.status', call, status: { state: 'decided', decision: 'once' } });
    const error = { code: 'internal', message: canaries.toolError } as const;
    client.answer(call, name === 'cart_clear' ? { ok: false, error } : { ok: true, value: canaries.value });
    client.answer(call, { ok: true, value: canaries.lateValue });
  }
  assert.match(await asked, new RegExp(canaries.answer));
  await assert.rejects(client.ask(`fail ${canaries.message}`), /model_unavailable/);
  client.close();
  await client.closed;
  await misbehave(welcome.session);
  return [welcome.token, welcome.session];
}

async function misbehave(session: string): Promise<void> {
  const frames = [
    canaries.badJson,
    JSON.stringify({ type: canaries.unknownType }),
    JSON.stringify({ type: 'ack', [canaries.unknownField]: canaries.message }),
  ];
  for (const frame of frames) {
    const { client } = await open();
    client.sendRaw(frame);
    assert.equal((await client.closed).code, 4400);
  }
  const hellos = [
    { ticket: canaries.badTicket },
    { ticket: await ticket(), resume: { session, token: canaries.badToken } },
    { ticket: await ticket(), pageTools: [pageTool(canaries.badToolName)] },
  ];
  for (const hello of hellos) {
    const client = await PageClient.open(address);
    client.hello(hello);
    await Promise.race([client.closed, client.next('welcome')]);
    client.close();
    await client.closed;
  }
}

describe('a whole run with the log at its loudest and traces on', () => {
  test('shows an operator what happens, and nothing of what was said', async () => {
    const [token = 'none', session = 'none'] = await talk();
    const headers = { Authorization: `Bearer ${canaries.metricsToken}` };
    const page = async (path: string) => (await fetch(`${agent.url}${path}`, { headers })).text();
    const metrics = await page('/metrics');
    const pages = [metrics, await page('/healthz'), await page('/readyz')];
    await agent.stop();
    const spans = await readFile(join(folder, 'spans'), 'utf8');
    const outside = { log: agent.output(), pages: pages.join('\n'), spans };

    // It was all there to be seen.
    assert.match(outside.log, /"direction":"in","type":"tool.result"/);
    assert.match(outside.log, /"code":"model_unavailable"/);
    assert.match(metrics, /tool_calls_total\{tool="page",outcome="failed",asked="yes"\} 1/);
    assert.match(spans, /execute_tool cart_add/);
    assert.match(spans, new RegExp(session));
    assert.ok(standin.requests.length >= 3);

    const leaks = Object.entries(outside).flatMap(([where, text]) =>
      Object.entries({ ...canaries, token })
        .filter(([, canary]) => text.includes(canary))
        .map(([what]) => `${what} in the ${where}`),
    );
    assert.deepEqual(leaks, []);
    assert.doesNotMatch(Object.values(outside).join('\n'), /canary/i);
  });
});
