import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { silentLog, type Log } from '../log.ts';
import { askAdmission, type Admit, type Visit } from './admission.ts';

const visit: Visit = { origin: 'https://shop.example', address: '203.0.113.7', subject: undefined, headers: {} };

function ask(admit: Admit, log: Log = silentLog): ReturnType<typeof askAdmission> {
  return askAdmission({ admit, visit, timeoutMs: 50, log });
}

test('lets in whom the check lets in, at once or after a while', async () => {
  assert.equal(await ask(() => true), undefined);
  assert.equal(await ask(async (): Promise<true> => true), undefined);
});

test('tells the check who it is', async () => {
  const seen: Visit[] = [];
  await ask((who) => seen.push(who) > 0 || { refuse: 'No.' });
  assert.deepEqual(seen, [visit]);
});

test('passes on the sentence of a refusal, and not more than a sentence', async () => {
  assert.deepEqual(await ask(() => ({ refuse: 'Sign in first.' })), {
    code: 'policy_denied',
    message: 'Sign in first.',
  });
  assert.equal((await ask(() => ({ refuse: 'x'.repeat(10_000) })))?.message.length, 500);
});

suite('a check that fails is a refusal that says nothing of it', () => {
  const failures: readonly (readonly [string, Admit])[] = [
    ['throws', () => assert.fail('db://user:secret@host')],
    ['rejects', () => Promise.reject(new Error('db://user:secret@host'))],
    ['never answers', () => new Promise(() => {})],
    ...['true', 1, null, undefined, {}, { refuse: '' }, { refuse: 7 }, false].map(
      (answer) => [`answers ${JSON.stringify(answer)}`, () => JSON.parse(JSON.stringify(answer) ?? 'null')] as const,
    ),
  ];
  for (const [name, admit] of failures) {
    test(name, async () => {
      const events: string[] = [];
      const refusal = await ask(admit, { ...silentLog, error: (_, event) => void events.push(event) });
      assert.equal(refusal?.code, 'model_unavailable');
      assert.doesNotMatch(refusal.message, /secret/);
      assert.deepEqual(events, ['admit failed']);
    });
  }
});
