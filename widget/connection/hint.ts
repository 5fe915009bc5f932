const given = new Set<string>();

/** Tells the developer, once for each sentence, what in the set-up of the page is wrong and what mends it. */
export function hint(sentence: string): void {
  if (given.has(sentence)) return;
  given.add(sentence);
  console.error(`headless-agent: ${sentence}`);
}
