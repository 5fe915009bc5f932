// Shows every situation of the element in every look, and compares it with what was accepted: a picture, axe's
// findings, and what a screen reader is told and finds.
//   npm run states                     fails when something differs or axe finds something
//   npm run states -- --accept         makes what is seen now the accepted
//   npm run states -- danger batch     only these situations
//   npm run states -- --look dark-320  only this look
// The pictures lie in .cache/states, as <look>/<situation>.png.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { locateBrowser } from '../../scripts/browsers.mjs';
import { chapterOf, readPictures, readSpoken, writePictures, writeSpoken } from './accepted.ts';
import { allowedShare, compare } from './compare.ts';
import { type Look, looks, spokenLook } from './looks.ts';
import { bundleStage, examine, openStage, show, takePicture, treeOf } from './render.ts';

const folder = '.cache/states';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: 'boolean', default: false }, look: { type: 'string' } },
});

const script = await bundleStage();
const executablePath = locateBrowser('chromium').files['chromium'];
if (!executablePath) throw new Error('There is no Chromium on this machine.');
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
try {
  const shrinker = await browser.newPage();
  const problems: string[] = [];
  let count = 0;
  for (const look of looks.filter(({ name }) => !values.look || name === values.look)) {
    count += await lookAt(browser, look, { shrinker, problems });
  }
  for (const problem of problems) console.error(`states: ${problem}`);
  console.log(`states: ${count} pictures, ${problems.length} problems${values.accept ? ', accepted' : ''}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await browser.close();
}

interface Findings {
  readonly shrinker: Page;
  readonly problems: string[];
}

/** Goes through all situations in one look; tells how many there were. */
async function lookAt(within: Browser, look: Look, { shrinker, problems }: Findings): Promise<number> {
  const page = await openStage(within, script, look);
  const pictures = new Map(readPictures(look.name));
  const isSpoken = look.name === spokenLook;
  const spoken = new Map(isSpoken ? readSpoken() : []);
  const all = await page.evaluate(() => window.stage.names);
  const names = all.filter((name) => positionals.length === 0 || positionals.includes(name));
  mkdirSync(join(folder, look.name), { recursive: true });
  for (const name of names) {
    await show(page, name);
    const { png, grey } = await takePicture(page, shrinker);
    writeFileSync(join(folder, look.name, `${name}.png`), png);
    const { violations, said } = await examine(page, name);
    const chapter = isSpoken ? chapterOf(name, said, await treeOf(page)) : undefined;
    const changes = values.accept
      ? []
      : [pictureChange(pictures.get(name), grey), chapter && textChange(spoken.get(name), chapter)];
    for (const problem of [...violations, ...changes]) if (problem) problems.push(`${look.name} ${name}: ${problem}`);
    pictures.set(name, grey);
    if (chapter) spoken.set(name, chapter);
  }
  if (values.accept) {
    writePictures(look.name, inOrder(all, pictures));
    if (isSpoken) writeSpoken(inOrder(all, spoken));
  }
  await page.context().close();
  return names.length;
}

/** Only what there still is, in the order in which it is listed. */
function inOrder<Value>(names: readonly string[], table: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map(
    names.flatMap((name) => {
      const value = table.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function pictureChange(accepted: Uint8Array | undefined, grey: Uint8Array): string | undefined {
  if (!accepted) return 'no picture of it was accepted';
  const { share } = compare(accepted, grey);
  return share > allowedShare ? `looks different from what was accepted (${(100 * share).toFixed(1)} %)` : undefined;
}

function textChange(accepted: string | undefined, chapter: string): string | undefined {
  if (accepted === undefined) return 'what is said of it was not accepted';
  if (accepted === chapter) return undefined;
  const before = accepted.split('\n');
  const line = chapter.split('\n').find((text) => !before.includes(text)) ?? '(a line is gone)';
  return `a screen reader finds something else: ${line.trim()}`;
}
