import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEncoding, type Encoding } from './accept-encoding.ts';

const both: ReadonlySet<Encoding> = new Set<Encoding>(['br', 'gzip']);

const cases: readonly [header: string | undefined, expected: Encoding | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', undefined],
  ['br;q=0.1', 'br'],
  [';;,,q=', undefined],
];

for (const [header, expected] of cases) {
  test(`Accept-Encoding ${JSON.stringify(header)} gets ${expected ?? 'the file as it is'}`, () => {
    assert.equal(chooseEncoding(header, both), expected);
  });
}

test('an encoding that is not stored is never chosen', () => {
  assert.equal(chooseEncoding('br, gzip', new Set<Encoding>(['gzip'])), 'gzip');
  assert.equal(chooseEncoding('br, gzip', new Set<Encoding>()), undefined);
});
