const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A stretch of time as a person would say it, rounded up: `5 hours`, `1 minute`. */
export function inWords(ms: number): string {
  const [unit, unitMs] = units.find(([, size]) => ms >= size) ?? units[2];
  const count = Math.max(1, Math.ceil(ms / unitMs));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
