import { readFileSync } from 'node:fs';

/** What docs/theming.md promises to a style sheet: tokens with what stands in for them, parts, states and slots. */
export function readSurface(page = readFileSync('docs/theming.md', 'utf8')) {
  return {
    tokens: rowsBelow(page, 'Tokens').map(([name, description, fallback]) => ({ name, description, fallback })),
    parts: rowsBelow(page, 'Parts').map(([name, description]) => ({ name, description })),
    states: rowsBelow(page, 'States').map(([name, description]) => ({ name, description })),
    slots: rowsBelow(page, 'Slots').map(([name, description]) => ({ name, description })),
  };
}

/** The cells of every table of a chapter; the first cell of a row is a name in backticks. */
function rowsBelow(page, heading) {
  const [, chapter = ''] = page.split(new RegExp(`^## ${heading}$`, 'm'));
  const [body] = chapter.split(/^## /m);
  return [...body.matchAll(/^\|\s*`([^`]+)`\s*\|(.+)\|$/gm)].map(([, name, rest]) => [
    name,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
}
