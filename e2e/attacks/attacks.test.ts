import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missed, show } from './attack.ts';
import { attacks } from './attacks.ts';

const size = { seed: 1, isLong: false, minutes: 0 } as const;

const reports: Readonly<Record<string, string>> = {
  fragments: ' (062)',
  'slow-readers': ' (064, 065)',
  storm: ' (058)',
};

// What a machine's speed decides is printed by `npm run attacks`, and not looked at here.
describe('the server under attack', { concurrency: 3 }, () => {
  for (const { name, about, run } of attacks) {
    test(`holds against ${name}: ${about}${reports[name] ?? ''}`, async () => {
      const { figures, notes = [] } = await run(size);
      const failures = missed(figures.filter(({ isTimed }) => !isTimed));
      assert.deepEqual(failures.map(show), [], notes.join('\n'));
    });
  }
});
