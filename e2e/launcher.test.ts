import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startAgent, type AgentProcess } from './agent-process.ts';
import { launchChromium, openGuarded } from './guarded-page.ts';
import { startSite } from './host-site.ts';

let agent: AgentProcess;
let browser: Browser;

before(async () => {
  agent = await startAgent();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await agent?.stop();
});

test('the launcher shows a button under a strict policy, loads the rest when it is wanted, and hands over', async (t) => {
  const socket = agent.url.replace('http', 'ws');
  const body = `<!doctype html>
    <html lang="en"><title>A shop</title>
    <script type="module" src="${agent.url}/launcher.js"></script>
    <headless-agent mode="bubble" server="${socket}/agent" tools="memory_*"></headless-agent>`;
  const policy = [
    "default-src 'none'",
    `script-src ${agent.url}`,
    `connect-src ${agent.url} ${socket}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
  const icon = { type: 'image/x-icon', body: '' };
  const site = await startSite({ '/': { type: 'text/html; charset=utf-8', body }, '/favicon.ico': icon }, policy);
  t.after(() => site.close());
  const guarded = await openGuarded(browser, site.url, { hosts: [site.host, new URL(agent.url).host] });
  t.after(() => guarded.close());
  const { page } = guarded;
  const loaded = (): Promise<string[]> =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));

  const launcher = guarded.agent.getByRole('button').first();
  await launcher.waitFor();
  assert.deepEqual(await loaded(), ['/launcher.js']);

  await launcher.click();
  const composer = guarded.agent.getByRole('textbox').first();
  await composer.waitFor();
  await page.waitForFunction(() => {
    const focused = document.activeElement?.shadowRoot?.activeElement;
    return focused?.getAttribute('part') === 'input';
  });
  await page.keyboard.type('remember that my name is Ada');
  await page.keyboard.press('Enter');
  await guarded.settled(1);
  assert.deepEqual(await guarded.chips(), ['1.1.0 done']);

  await page.keyboard.press('Escape');
  await composer.waitFor({ state: 'hidden' });
  assert.deepEqual(guarded.problems, []);
});
