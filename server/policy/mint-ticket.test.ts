import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { mintTicket, type TicketOptions } from './mint-ticket.ts';

const options: TicketOptions = {
  secret: 's'.repeat(32),
  sub: 'customer-7',
  origin: 'https://shop.example',
  tools: ['memory_*', 'clipboard_write'],
  budget: 100_000,
};

test('is a JWT of HS256 that lives for 60 seconds, with an id of its own', async () => {
  const tickets = [await mintTicket(options), await mintTicket(options)];
  const [claims, others] = tickets.map((ticket) => decodeJwt(ticket));
  assert.deepEqual(decodeProtectedHeader(tickets[0] ?? ''), { alg: 'HS256', typ: 'JWT' });
  const { iat = 0, jti, ...rest } = claims ?? {};
  assert.deepEqual(rest, {
    iss: 'headless-agent',
    aud: 'headless-agent',
    sub: 'customer-7',
    origin: 'https://shop.example',
    tools: ['memory_*', 'clipboard_write'],
    budget: 100_000,
    exp: iat + 60,
  });
  assert.notEqual(jti, others?.jti);
});

test('fits a hello with the most that it may name', async () => {
  const tools = Array.from({ length: 24 }, (_, at) => `${'t'.repeat(62)}${String(at).padStart(2, '0')}`);
  assert.ok((await mintTicket({ ...options, sub: 'x'.repeat(256), tools })).length <= 4_096);
});

test('holds neither the secret nor anything that was not asked for', async () => {
  const ticket = await mintTicket({ ...options, expiresInS: 5 });
  const { iat = 0, exp } = decodeJwt(ticket);
  assert.equal(exp, iat + 5);
  assert.equal(JSON.stringify(decodeJwt(ticket)).includes('ssss'), false);
});

suite('a wrong option is a TypeError that names it', () => {
  const wrong: { readonly [option: string]: readonly unknown[] } = {
    secret: [undefined, '', 's'.repeat(31), 'ü'.repeat(15), [], ['s'.repeat(32), ''], 7],
    sub: [undefined, '', 'x'.repeat(257), 7],
    origin: [undefined, '*', 'null', 'https://shop.example/', 'shop.example', 'wss://shop.example'],
    tools: [undefined, 'speak', [''], ['a b'], ['shop.cart'], ['a*b'], Array(65).fill('a'), [7]],
    budget: [undefined, -1, 1.5, '100', Number.NaN, Infinity],
    expiresInS: [0, 61, 3_600, 1.5, '60', Number.NaN, null],
    expiresIn: [60],
  };
  for (const [option, values] of Object.entries(wrong)) {
    for (const value of values) {
      test(`${option}: ${typeof value === 'number' ? String(value) : JSON.stringify(value)?.slice(0, 40)}`, async () => {
        const minting = mintTicket({ ...options, [option]: value });
        await assert.rejects(minting, { name: 'TypeError', message: new RegExp(`^mintTicket: .*"${option}".*\\.$`) });
      });
    }
  }
});
