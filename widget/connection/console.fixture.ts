/** Collects what is said on the console while `run` runs. */
export async function consoleErrors(run: () => void | Promise<void>): Promise<string[]> {
  const said: string[] = [];
  const original = console.error;
  console.error = (...parts: readonly unknown[]) => void said.push(parts.join(' '));
  try {
    await run();
  } finally {
    console.error = original;
  }
  return said;
}
