import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { SignJWT } from 'jose';
import { PageClient } from '../../testing/page-client.ts';
import { modelOf, start, stopServers } from '../agent-server.fixture.ts';
import { mintTicket, type AgentServerOptions } from '../index.ts';
import type { SessionEvent } from '../loop/event.ts';
import { MemoryCounters } from '../store/memory-counters.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';

const secret = 's'.repeat(32);
const shop = 'https://shop.example';
const blog = 'https://blog.example';
const expiryMs = 3_600_000;

/** A server that asks for tickets. Two with the same parts are two nodes of one. */
function startNode(parts: Partial<AgentServerOptions> = {}): ReturnType<typeof start> {
  const limits = { visitorMessagesPerMinute: 1_000, ...parts.limits };
  return start({ model: modelOf(), origins: [shop, blog], ticketSecret: secret, ...parts, limits });
}

function ticket(changes: { sub?: string; origin?: string; secret?: string } = {}): Promise<string> {
  return mintTicket({ secret, sub: 'alice', origin: shop, tools: ['memory_*'], budget: 1_000, ...changes });
}

/** One that our own mint would not make: its times are seconds from now. */
function oddTicket({ iat, exp }: { readonly iat: number; readonly exp: number }): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: 'headless-agent', aud: 'headless-agent', sub: 'alice', jti: String(Math.random()) };
  return new SignJWT({ ...claims, iat: now + iat, exp: now + exp, origin: shop, tools: [], budget: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
}

suite('a handshake where tickets are asked for', () => {
  let here = '';
  let elsewhere = '';
  before(async () => {
    const shared = { store: new MemorySessionStore<SessionEvent>({ expiryMs }), counters: new MemoryCounters() };
    const nodes = [await startNode(shared), await startNode(shared)] as const;
    [here, elsewhere] = [nodes[0].url, nodes[1].url];
  });
  after(stopServers);

  /** A conversation of Alice's that waits for its page. */
  async function leaveSession(): Promise<{ session: string; token: string }> {
    const { client, welcome } = await PageClient.connect(here, { origin: shop, hello: { ticket: await ticket() } });
    await client.ask('Remember me.');
    client.cut();
    await client.closed;
    return { session: welcome.session, token: welcome.token };
  }

  /** What a page brings to prove that a session is its own. */
  const proofs = {
    nothing: async () => ({ url: here }),
    'its token in time': async () => ({ url: here, resume: await leaveSession() }),
    'a wrong token': async () => ({ url: here, resume: { ...(await leaveSession()), token: 'x'.repeat(43) } }),
    'its token to another node': async () => ({ url: elsewhere, resume: await leaveSession() }),
  } as const;
  type Proof = keyof typeof proofs;

  const tickets = {
    no: async () => undefined,
    'a good': () => ticket(),
    'a used': async () => {
      const used = await ticket();
      const { client } = await PageClient.connect(here, { origin: shop, hello: { ticket: used } });
      client.close();
      return used;
    },
    'an expired': () => oddTicket({ iat: -120, exp: -60 }),
    'a future': () => oddTicket({ iat: 60, exp: 120 }),
    'an endless': () => oddTicket({ iat: 0, exp: 86_400 }),
    'a forged': () => ticket({ secret: 'f'.repeat(32) }),
    'a garbled': async () => 'open.sesame.please',
    "the blog's": () => ticket({ origin: blog }),
    "Bob's": () => ticket({ sub: 'bob' }),
  } as const;
  type TicketKind = keyof typeof tickets;

  const columns = ['nothing', 'its token in time', 'a wrong token', 'its token to another node'] as const;
  const [once, again, no] = ['new', 'resumed', '4401'] as const;
  /** What becomes of a page of the shop, by its ticket and by what it brings. */
  const table: { readonly [Kind in TicketKind]: readonly string[] } = {
    no: [no, again, no, no],
    'a good': [once, again, once, again],
    'a used': [no, again, no, no],
    'an expired': [no, again, no, no],
    'a future': [no, again, no, no],
    'an endless': [no, again, no, no],
    'a forged': [no, again, no, no],
    'a garbled': [no, again, no, no],
    "the blog's": [no, again, no, no],
    "Bob's": [once, once, once, once],
  };

  async function shake(origin: string, kind: TicketKind, proof: Proof): Promise<string> {
    const { url, ...resume } = await proofs[proof]();
    const shown = await tickets[kind]();
    const client = await PageClient.open(url, { origin });
    client.hello({ ...resume, ...(shown && { ticket: shown }) });
    const outcome = await Promise.race([client.next('welcome'), client.closed]);
    client.close();
    if (!('type' in outcome)) return String(outcome.code);
    return outcome.resumed ? again : once;
  }

  for (const [kind, outcomes] of Object.entries(table)) {
    for (const [at, proof] of columns.entries()) {
      test(`${kind} ticket, and ${proof}: ${outcomes[at]}`, async () => {
        assert.equal(await shake(shop, isKind(kind) ? kind : 'no', proof), outcomes[at]);
      });
    }
  }

  const fromElsewhere: readonly (readonly [string, TicketKind, Proof, string])[] = [
    [blog, 'a good', 'nothing', no],
    [blog, 'a good', 'its token to another node', no],
    [blog, "the blog's", 'nothing', once],
    ...(['https://evil.example', 'null', 'http://shop.example', 'https://shop.example.evil.example'] as const).flatMap(
      (origin) =>
        (['nothing', 'its token in time'] as const).map((proof) => [origin, 'a good', proof, '4403'] as const),
    ),
  ];
  for (const [origin, kind, proof, outcome] of fromElsewhere) {
    test(`from ${origin}, ${kind} ticket, and ${proof}: ${outcome}`, async () => {
      assert.equal(await shake(origin, kind, proof), outcome);
    });
  }

  function isKind(text: string): text is TicketKind {
    return Object.hasOwn(tickets, text);
  }
});

suite('a page that comes back', () => {
  afterEach(stopServers);

  test('after the grace needs a ticket, with which it finds its conversation again', async () => {
    const { url, http } = await startNode({ limits: { graceMs: 1 } });
    const { client, welcome } = await PageClient.connect(url, { origin: shop, hello: { ticket: await ticket() } });
    await client.ask('Remember me.');
    client.cut();
    while (await hasSessions(http));

    const resume = { session: welcome.session, token: welcome.token };
    const late = await PageClient.open(url, { origin: shop });
    late.hello({ resume });
    assert.deepEqual(await late.closed, { code: 4401, reason: 'ticket_refused: this server asks for a ticket' });
    const again = await PageClient.open(url, { origin: shop });
    again.hello({ resume, ticket: await ticket() });
    assert.equal((await again.next('welcome')).resumed, true);
  });

  test('may still have its page attached, as after a cut that the server has not noticed', async () => {
    const { url } = await startNode();
    const { client, welcome } = await PageClient.connect(url, { origin: shop, hello: { ticket: await ticket() } });
    const newer = await PageClient.open(url, { origin: shop });
    newer.hello({ resume: { session: welcome.session, token: welcome.token } });
    assert.equal((await newer.next('welcome')).resumed, true);
    assert.equal((await client.closed).code, 4409);
  });

  test('is who it was: within the tools of its ticket, and at the cost of its subject', async () => {
    const { url } = await startNode({ limits: { visitorMessagesPerMinute: 1 } });
    const builtins = ['memory_get', 'clipboard_write'];
    const hello = { ticket: await ticket() };
    const { client, welcome } = await PageClient.connect(url, { origin: shop, builtins, hello });
    assert.deepEqual(welcome.tools, ['memory_get']);
    await client.ask('Once.');
    client.cut();
    const back = await PageClient.open(url, { origin: shop, builtins });
    back.hello({ resume: { session: welcome.session, token: welcome.token } });
    assert.deepEqual((await back.next('welcome')).tools, ['memory_get']);
    await assert.rejects(back.ask('Twice.'), /^Error: rate_limited: .* Send it again in \d+ seconds\.$/);
  });

  test('after the secret was changed is known by the one before, as long as both are given', async () => {
    const old = 'o'.repeat(32);
    const { url } = await startNode({ ticketSecret: [secret, old] });
    await PageClient.connect(url, { origin: shop, hello: { ticket: await ticket({ secret: old }) } });
    await PageClient.connect(url, { origin: shop, hello: { ticket: await ticket({ secret: `${secret},${old}` }) } });
  });
});

async function hasSessions(http: string): Promise<boolean> {
  const health: unknown = await (await fetch(`${http}/healthz`)).json();
  return typeof health === 'object' && health !== null && 'sessions' in health && health.sessions !== 0;
}
