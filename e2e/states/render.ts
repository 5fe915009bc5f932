import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { Look } from './looks.ts';
import type { Shown } from './stage.ts';

export interface Picture {
  readonly png: Buffer;
  /** The same in grey and small, a byte for each point; `width` of them make a row. */
  readonly grey: Uint8Array;
  readonly width: number;
}

const then = new Date('2026-11-30T12:00:00Z');
/** A card counts as read after so long. */
const later = new Date(then.getTime() + 2_000);
const patience = { timeout: 5_000 };

/** The script of the page that shows the situations. */
export async function bundleStage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['e2e/states/stage.ts'],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    tsconfig: 'widget/tsconfig.json',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

/** A page that looks at the element in one way. Time stands still in it. */
export async function openStage(browser: Browser, script: string, look: Look): Promise<Page> {
  const { width, height, colorScheme, forcedColors } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    forcedColors,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(then);
  await page.setContent(
    `<!doctype html><html lang="${look.lang}" dir="${look.lang === 'ar' ? 'rtl' : 'ltr'}">
    <title>States</title><style>
      :root { color-scheme: ${colorScheme}; font-family: 'DejaVu Sans', sans-serif; --ha-height: 100vh; }
      body { margin: 0; }
    </style><body>`,
  );
  await page.addScriptTag({ content: script });
  return page;
}

/** Shows a situation until nothing in it is about to change. */
export async function show(page: Page, name: string): Promise<void> {
  await page.clock.setFixedTime(then);
  await page.evaluate((wanted) => window.stage.show(wanted), name);
  const press = await page.evaluate((wanted) => window.stage.pressIn(wanted), name);
  if (press) await page.locator(press).first().click(patience);
  await page.clock.setFixedTime(later);
  const waiting = page.locator('[part=approval-allow]').first();
  if (await waiting.count()) await settled(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Until the first card can be answered, or says why it can't. One that is out of sight stays as it is. */
async function settled(page: Page): Promise<void> {
  const armed = page.locator('[part=approval-allow]:not([aria-disabled=true]):not(:disabled), [part=approval-reason]');
  await armed
    .first()
    .waitFor({ state: 'attached', timeout: 6_000 })
    .catch(() => {});
}

/** What axe and a screen reader make of what is shown. */
export function examine(page: Page, name: string): Promise<Shown> {
  return page.evaluate((wanted) => window.stage.examine(wanted), name);
}

/** How assistive technology sees it, as lines of text. */
export function treeOf(page: Page): Promise<string> {
  return page.locator('state-stage').ariaSnapshot();
}

export async function takePicture(page: Page, shrinker: Page): Promise<Picture> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const small = await shrinker.evaluate(shrink, png.toString('base64'));
  return { png, grey: Uint8Array.from(small.grey), width: small.width };
}

/** Runs in a page: an eighth of the width and height, in grey. */
async function shrink(base64: string): Promise<{ grey: number[]; width: number }> {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const by = image.width > 640 ? 16 : 8;
  const [width, height] = [Math.round(image.width / by), Math.round(image.height / by)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser paints nothing.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3);
    return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  });
  return { grey, width };
}
