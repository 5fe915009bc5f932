import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { SignJWT, UnsecuredJWT, exportSPKI, generateKeyPair } from 'jose';
import { AgentError } from '../../shared/errors.ts';
import { countsAway, countsOf } from './counts.fixture.ts';
import { verifyTicket } from './verify-ticket.ts';

const now = 1_800_000_000_000;
const origin = 'https://shop.example';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text.padEnd(32, '.'));
const [secret, former, foreign] = [bytes('new'), bytes('former'), bytes('foreign')];

/** Seconds since 1970, so many from now. */
const at = (seconds: number): number => now / 1_000 + seconds;

const claims = {
  ...{ iss: 'headless-agent', aud: 'headless-agent', sub: 'customer-7', jti: 'j1', iat: at(-1), exp: at(59) },
  ...{ origin, tools: ['memory_*'], budget: 1_000 },
};

function sign(changes: Record<string, unknown> = {}, key = secret, alg = 'HS256'): Promise<string> {
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg }).sign(key);
}

function verify(ticket: string | undefined, counts = countsOf(() => now)): ReturnType<typeof verifyTicket> {
  return verifyTicket({ secrets: [secret, former], counts, now: () => now }, ticket, origin);
}

function refusal(why: RegExp): (thrown: unknown) => boolean {
  return (thrown) =>
    AgentError.is(thrown) &&
    thrown.code === 'ticket_refused' &&
    why.test(thrown.message) &&
    thrown.message.length < 100;
}

test('takes a ticket of ours and says whose it is, and for what', async () => {
  assert.deepEqual(await verify(await sign()), { sub: 'customer-7', tools: ['memory_*'], budget: 1_000 });
});

test('takes one of the secret before, while both are known', async () => {
  assert.equal((await verify(await sign({}, former))).sub, 'customer-7');
});

test('takes one of a backend whose clock is a few seconds off', async () => {
  for (const [iat, exp] of [
    [4, 64],
    [-64, -4],
  ] as const)
    await verify(await sign({ iat: at(iat), exp: at(exp) }));
});

suite('refuses', () => {
  const tampered = async (): Promise<string> => {
    const [head, , signature] = (await sign()).split('.');
    const body = Buffer.from(JSON.stringify({ ...claims, budget: 1e9 })).toString('base64url');
    return [head, body, signature].join('.');
  };
  const publicKey = async (): Promise<string> => {
    const { publicKey: key } = await generateKeyPair('RS256', { extractable: true });
    return sign({}, new TextEncoder().encode(await exportSPKI(key)));
  };
  const cases: readonly (readonly [string, () => string | undefined | Promise<string>, RegExp])[] = [
    ['none', () => undefined, /asks for a ticket/],
    ['an empty one', () => '', /asks for a ticket/],
    ['what is no JWT', () => 'open sesame', /not a signed JWT/],
    ['three dots', () => '...', /not a signed JWT/],
    ['one of another secret', () => sign({}, foreign), /signature/],
    ['one that was changed', tampered, /signature/],
    ['one that was cut off', async () => (await sign()).slice(0, -4), /signature|not a signed JWT/],
    ['one that is not signed', () => new UnsecuredJWT(claims).encode(), /not signed by HS256|not a signed JWT/],
    ['one of a stronger algorithm', () => sign({}, bytes('new'.padEnd(64, '.')), 'HS512'), /not signed by HS256/],
    ['one that is signed with a public key', publicKey, /signature/],
    ['one that has expired', () => sign({ iat: at(-70), exp: at(-10) }), /expired/],
    ['one that is old but would last', () => sign({ iat: at(-70), exp: at(3_600) }), /expired/],
    ['one that lasts too long', () => sign({ exp: at(3_600) }), /longer than 60 seconds/],
    ['one that is of a time to come', () => sign({ iat: at(30), exp: at(90) }), /time to come/],
    ['one that is not valid yet', () => sign({ nbf: at(30) }), /not valid yet/],
    ['one that says no end', () => sign({ exp: undefined }), /"exp"/],
    ['one that says no beginning', () => sign({ iat: undefined }), /"iat"/],
    ['one without an id', () => sign({ jti: undefined }), /"jti"/],
    ['one for nobody', () => sign({ sub: undefined }), /"sub"/],
    ['one of another issuer', () => sign({ iss: 'shop' }), /"iss"/],
    ['one for another audience', () => sign({ aud: 'shop' }), /"aud"/],
    ['one without an origin', () => sign({ origin: undefined }), /"origin"/],
    ['one for another origin', () => sign({ origin: 'https://evil.example' }), /another origin/],
    ['one for another port', () => sign({ origin: 'https://shop.example:8443' }), /another origin/],
    ['one without tools', () => sign({ tools: undefined }), /"tools"/],
    ['one with tools as a text', () => sign({ tools: '*' }), /"tools"/],
    ['one without a budget', () => sign({ budget: undefined }), /"budget"/],
    ['one with a debt', () => sign({ budget: -1 }), /"budget"/],
    ['one with half a token', () => sign({ budget: 0.5 }), /"budget"/],
  ];
  for (const [name, ticket, why] of cases) {
    test(name, async () => {
      const shown = await ticket();
      await assert.rejects(verify(shown), refusal(why));
    });
  }

  test('one that was used, on whichever server', async () => {
    const counts = countsOf(() => now);
    const ticket = await sign();
    await verify(ticket, counts);
    await assert.rejects(verify(ticket, counts), refusal(/used before/));
    assert.equal((await verify(await sign({ jti: 'j2' }), counts)).sub, 'customer-7');
  });

  test('one of two that arrive at the same moment', async () => {
    const counts = countsOf(() => now);
    const ticket = await sign();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => verify(ticket, counts)));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  });
});

test('uses up no ticket that it refuses', async () => {
  const counts = countsOf(() => now);
  const rules = { secrets: [secret], counts, now: () => now };
  const ticket = await sign();
  await assert.rejects(verifyTicket(rules, ticket, 'https://evil.example'), refusal(/another origin/));
  assert.equal((await verifyTicket(rules, ticket, origin)).sub, 'customer-7');
});

test('takes no ticket while nobody can tell whether it was used', async () => {
  await assert.rejects(verify(await sign(), { ...countsOf(), ...countsAway }), /ECONNREFUSED/);
});
