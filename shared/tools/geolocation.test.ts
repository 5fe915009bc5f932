import assert from 'node:assert/strict';
import test from 'node:test';
import { geolocationGet } from './geolocation.ts';

test('counts as a tool that changes something, because it can save the place', () => {
  assert.equal(geolocationGet.args.safeParse({ save: true }).success, true);
  assert.deepEqual([geolocationGet.readOnly, geolocationGet.sink], [false, 'local']);
});
