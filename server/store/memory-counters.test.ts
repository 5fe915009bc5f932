import { mock } from 'node:test';
import { testCounters } from './counters.conformance.ts';
import { MemoryCounters } from './memory-counters.ts';

testCounters(async (run) => {
  mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] });
  const counters = new MemoryCounters();
  await run({ counters, others: counters, advance: async (ms) => mock.timers.tick(ms) }).finally(() =>
    mock.timers.reset(),
  );
});
