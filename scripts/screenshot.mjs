// Takes the README's picture of the real thing: the command, its demo and a browser, nothing staged.
// Usage: npm run build && node scripts/screenshot.mjs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { locateBrowser } from './browsers.mjs';

const root = new URL('../', import.meta.url);
const picture = fileURLToPath(new URL('docs/demo.png', root));

const server = spawn(process.execPath, [fileURLToPath(new URL('dist/server/main.js', root))], {
  env: { ...process.env, PORT: '0', GEMINI_API_KEY: '', GOOGLE_API_KEY: '', GOOGLE_GEMINI_BASE_URL: '' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: locateBrowser('chromium').files.chromium,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 820 },
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
    geolocation: { latitude: 52.52, longitude: 13.405, accuracy: 12 },
  });
  const page = await context.newPage();
  await page.goto(await addressOf(server));
  const agent = page.locator('headless-agent');
  const allow = () => agent.getByRole('button', { name: /^Allow/ }).first();
  await say(agent, 'where am I? remember it and copy it');
  await allow().click();
  await agent.locator('[part~="call"]').nth(2).waitFor();
  await allow().and(page.locator(':not([aria-disabled])')).waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: picture });
  console.log(picture);
} finally {
  await browser.close();
  server.kill();
}

async function say(agent, text) {
  const composer = agent.getByRole('textbox').first();
  await composer.fill(text);
  await composer.press('Enter');
}

async function addressOf(child) {
  let output = '';
  for (;;) {
    const [chunk] = await once(child.stdout, 'data');
    output += chunk;
    const url = /ready: (\S+)/.exec(output)?.[1];
    if (url) return url;
  }
}
