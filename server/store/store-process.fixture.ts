// Appends to a store without end, and says which events were answered: node --import tsx <this file> <setting>
import { openStore } from './open-store.ts';

const { sessions } = await openStore<{ n: number }>(process.argv[2] ?? 'memory', { expiryMs: 600_000 });
const { lease } = await sessions.acquire('s', 'a');
console.log('acquired');
for (let n = 1; ; n += 10) {
  const numbers = Array.from({ length: 10 }, (_, at) => n + at);
  await Promise.all(
    numbers.map(async (number) => {
      await sessions.append(lease, `k${number}`, { n: number });
      console.log(number);
    }),
  );
}
