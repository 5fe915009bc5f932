/** Adds up what each origin weighs in several scripts: `[origin, bytes]`, the heaviest first. */
export function sumUp(weights) {
  const sums = new Map();
  for (const [origin, bytes] of weights.flatMap((weight) => [...weight])) {
    sums.set(origin, (sums.get(origin) ?? 0) + bytes);
  }
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

/** Holds weights against budgets, which are `{gzip, minified: {origin: bytes}}`. One sentence for each that is broken. */
export function judge({ gzipBytes, origins }, budgets) {
  const problems = origins.flatMap(([origin, bytes]) => judgeOrigin(origin, bytes, budgets.minified[origin]));
  if (gzipBytes > budgets.gzip) {
    problems.push(
      `The element weighs ${gzipBytes} bytes gzip, ${gzipBytes - budgets.gzip} over its budget of ${budgets.gzip}.`,
    );
  }
  return problems;
}

function judgeOrigin(origin, bytes, budget) {
  if (budget === undefined) return [`${origin} adds ${bytes} bytes and has no budget.`];
  if (bytes > budget) return [`${origin} weighs ${bytes} bytes, ${bytes - budget} over its budget of ${budget}.`];
  return [];
}
