/** Adds up what each origin weighs in several scripts: `[origin, bytes]`, the heaviest first. */
export function sumUp(weights) {
  const sums = new Map();
  for (const [origin, bytes] of weights.flatMap((weight) => [...weight])) {
    sums.set(origin, (sums.get(origin) ?? 0) + bytes);
  }
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

/**
 * Holds weights against budgets, which are `{gzip, launcher, minified: {origin: bytes}, lazy: {chunk: gzip bytes}}`. One
 * sentence for each that is broken. A chunk without a budget may weigh anything.
 */
export function judge({ gzipBytes, launcherBytes = 0, origins, lazy = [] }, budgets) {
  const problems = origins.flatMap(([origin, bytes]) => judgeOrigin(origin, bytes, budgets.minified[origin]));
  if (gzipBytes > budgets.gzip) {
    problems.push(
      `The element weighs ${gzipBytes} bytes gzip, ${gzipBytes - budgets.gzip} over its budget of ${budgets.gzip}.`,
    );
  }
  if (launcherBytes > budgets.launcher) {
    problems.push(`The launcher weighs ${launcherBytes} bytes gzip; its budget is ${budgets.launcher}.`);
  }
  return [...problems, ...lazy.flatMap((script) => judgeLazy(script, budgets.lazy ?? {}))];
}

/** A chunk is named by its file, before the hash. */
function judgeLazy({ file, gzipBytes }, budgets) {
  const name = Object.keys(budgets).find((chunk) => file.startsWith(`chunks/${chunk}-`));
  if (name === undefined || gzipBytes <= budgets[name]) return [];
  return [`${name} weighs ${gzipBytes} bytes gzip, ${gzipBytes - budgets[name]} over its budget of ${budgets[name]}.`];
}

function judgeOrigin(origin, bytes, budget) {
  if (budget === undefined) return [`${origin} adds ${bytes} bytes and has no budget.`];
  if (bytes > budget) return [`${origin} weighs ${bytes} bytes, ${bytes - budget} over its budget of ${budget}.`];
  return [];
}
