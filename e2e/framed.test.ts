import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
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

const html = (body: string) => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>\n<title>A shop</title>\n${body}`,
});

const shop = `
  await customElements.whenDefined('headless-agent');
  document.querySelector('headless-agent').registerTool({
    name: 'cart_add',
    description: 'Put a product into the cart.',
    inputSchema: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
    execute: ({ sku }) => { document.title += ' ' + sku; return 'ok'; },
  });`;

interface Framed {
  readonly element: Locator;
  readonly dialogs: readonly string[];
  readonly problems: readonly string[];
  readonly title: () => Promise<string>;
}

/** A page with the element, inside a page of another site. */
async function openFramed(t: TestContext, attributes: string): Promise<Framed> {
  const socket = agent.url.replace('http', 'ws');
  const body = `
    <script type="module" src="${agent.url}/headless-agent.js"></script>
    <headless-agent server="${socket}/agent" tools="memory_*" ${attributes}></headless-agent>
    <script type="module" src="/shop.js"></script>`;
  const files = { '/': html(body), '/shop.js': { type: 'text/javascript; charset=utf-8', body: shop } };
  const inner = await startSite(
    files,
    `default-src 'none'; script-src 'self' ${agent.url}; connect-src * ; style-src 'self'`,
  );
  t.after(() => inner.close());
  const outer = await startSite(
    { '/': html(`<iframe src="${inner.url}" width="800" height="640"></iframe>`) },
    `default-src 'none'; frame-src ${inner.url}`,
    'shop.example',
  );
  t.after(() => outer.close());
  const guarded = await openGuarded(browser, outer.url, { hosts: [outer.host, inner.host, new URL(agent.url).host] });
  t.after(() => guarded.close());
  const dialogs: string[] = [];
  guarded.page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  const frame = guarded.page.frameLocator('iframe');
  const problems = guarded.problems.filter((problem) => !problem.includes('favicon'));
  return {
    element: frame.locator('headless-agent'),
    dialogs,
    problems,
    title: () => frame.locator('title').evaluate((title) => title.textContent ?? ''),
  };
}

async function say({ element }: Framed, text: string): Promise<void> {
  const composer = element.getByRole('textbox').first();
  await composer.fill(text);
  await composer.press('Enter');
}

async function allow({ element }: Framed): Promise<void> {
  const ready = element.getByRole('button', { name: /^Allow/, disabled: false }).first();
  await ready.waitFor();
  await ready.scrollIntoViewIfNeeded();
  await ready.click();
}

const chip = ({ element }: Framed, state: string): Locator => element.locator(`[part~=call][data-state=${state}]`);

describe('the element in a frame of another origin', () => {
  test('asks on a card of its own, and needs no dialog, which a browser suppresses there (051)', async (t) => {
    const framed = await openFramed(t, '');
    await say(framed, 'forget my cat');
    await allow(framed);
    await chip(framed, 'done').waitFor();
    assert.deepEqual(framed.dialogs, []);
    assert.deepEqual(framed.problems, []);
  });

  // The first result is personal for all that anybody knows, so that sending the second one out is dangerous.
  async function buyOne(framed: Framed): Promise<void> {
    await say(framed, 'put LEMON-1 into my cart');
    await allow(framed);
    await chip(framed, 'done').waitFor();
  }

  test('T9: denies what is dangerous without asking, as the page around it could draw over the card', async (t) => {
    const framed = await openFramed(t, '');
    await buyOne(framed);
    await say(framed, 'put FIG-2 into my cart');
    await chip(framed, 'failed').getByText('This page doesn’t let it run.').waitFor();
    assert.match(await framed.title(), /LEMON-1$/);
  });

  test('asks about it where the site has said that the frame is its own', async (t) => {
    const framed = await openFramed(t, 'framed-danger');
    await buyOne(framed);
    await say(framed, 'put FIG-2 into my cart');
    await allow(framed);
    await chip(framed, 'done').nth(1).waitFor();
    assert.match(await framed.title(), /LEMON-1 FIG-2$/);
  });
});
