import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { build } from 'esbuild';
import type { Browser, ConsoleMessage } from 'playwright-core';
import { startAgent, type AgentProcess } from './agent-process.ts';
import { launchChromium, openGuarded, type GuardedPage } from './guarded-page.ts';
import { startSite, type SiteFiles } from './host-site.ts';

let agent: AgentProcess;
let browser: Browser;
let ownLit: string;

before(async () => {
  agent = await startAgent();
  browser = await launchChromium();
  ownLit = await bundleOwnLit();
});
after(async () => {
  await browser?.close();
  await agent?.stop();
});

const html = (body: string): SiteFiles[string] => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>\n<title>A shop</title>\n${body}`,
});
const script = (body: string): SiteFiles[string] => ({ type: 'text/javascript; charset=utf-8', body });

/** The README's snippet, with the script in a file as a strict policy wants it. */
const snippet = (server: string): string => `
  <script type="module" src="${server}/headless-agent.js"></script>
  <headless-agent server="${server.replace('http', 'ws')}/agent" tools="geolocation_get memory_* clipboard_write"></headless-agent>
  <script type="module" src="/shop.js"></script>`;

const shop = `
  globalThis.cart = [];
  await customElements.whenDefined('headless-agent');
  document.querySelector('headless-agent').registerTool({
    name: 'cart_add',
    description: 'Put a product into the cart.',
    inputSchema: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
    execute: ({ sku }) => { cart.push(sku); return { count: cart.length }; },
  });`;

const policyFor = (server: string, trustedTypes = 'lit-html'): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${server}`,
    `connect-src ${server} ${server.replace('http', 'ws')}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ');

/** What is wrong with a page; what is left out is right. */
interface BrokenPage {
  readonly body?: string;
  readonly files?: SiteFiles;
  readonly policy?: string;
  readonly host?: string;
}

/** A page of the site. Both are closed when the test has ended, however it did. */
async function openSite(t: TestContext, files: SiteFiles, policy: string, host?: string): Promise<GuardedPage> {
  const site = await startSite({ ...files, '/favicon.ico': { type: 'image/x-icon', body: '' } }, policy, host);
  t.after(() => site.close());
  const page = await openGuarded(browser, site.url, { hosts: [site.host, new URL(agent.url).host] });
  t.after(() => page.close());
  return page;
}

async function bundleOwnLit(): Promise<string> {
  const source = `
    import { LitElement, html } from 'lit';
    customElements.define('own-greeting', class extends LitElement {
      render() { return html\`<p>Hello from the site's own Lit</p>\`; }
    });`;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('a page of another origin, under a strict policy with Trusted Types', () => {
  test('runs the whole journey, styled and without a violation (092)', async (t) => {
    const page = await openSite(t, { '/': html(snippet(agent.url)), '/shop.js': script(shop) }, policyFor(agent.url));
    await page.say('where am I? remember it and copy it');
    // What the site says of its own tool may hold a stranger's words, as it does not vouch for it: memory asks, too.
    for (let card = 0; card < 3; card += 1) await page.allow();
    await page.settled(3);
    assert.deepEqual(await page.chips(), ['1.1.0 done', '1.2.0 done', '1.2.1 done']);
    const display = await page.agent.locator('[part=base]').evaluate((base) => getComputedStyle(base).display);
    assert.notEqual(display, 'block');
    assert.deepEqual(page.problems, []);
  });

  test("runs the site's own tool from the snippet", async (t) => {
    const page = await openSite(t, { '/': html(snippet(agent.url)), '/shop.js': script(shop) }, policyFor(agent.url));
    await page.say('put LEMON-1 into my cart');
    await page.allow();
    await page.settled(1);
    assert.deepEqual(await page.chips(), ['1.1.0 done']);
    assert.deepEqual(await page.page.evaluate(() => Reflect.get(globalThis, 'cart')), ['LEMON-1']);
    assert.deepEqual(page.problems, []);
  });

  for (const order of ['before', 'after'] as const) {
    test(`lives beside the site's own Lit, loaded ${order} it`, async (t) => {
      const own = '<script type="module" src="/own.js"></script><own-greeting></own-greeting>';
      const body = order === 'before' ? own + snippet(agent.url) : snippet(agent.url) + own;
      const files = { '/': html(body), '/own.js': script(ownLit), '/shop.js': script(shop) };
      const page = await openSite(t, files, policyFor(agent.url, "lit-html 'allow-duplicates'"));
      await page.page.getByText("Hello from the site's own Lit").waitFor();
      await page.say('remember that my name is Ada');
      await page.allow();
      await page.settled(1);
      assert.deepEqual(await page.chips(), ['1.1.0 done']);
      assert.deepEqual(page.problems, []);
    });
  }

  test('leaves no new global behind', async (t) => {
    const page = await openSite(t, { '/': html(snippet(agent.url)), '/shop.js': script('') }, policyFor(agent.url));
    await page.agent.getByRole('textbox').first().waitFor();
    const globals = await page.page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow ?? {}));
      frame.remove();
      return Object.getOwnPropertyNames(globalThis).filter((name) => !usual.has(name));
    });
    // What Lit itself leaves behind, and what watches the page for this test.
    const known =
      /^(?:lit(?:Html|Element)Versions|reactiveElementVersions|litPropertyMetadata|noteViolation|\d+)$|playwright/;
    assert.deepEqual(
      globals.filter((name) => !known.test(name)),
      [],
    );
  });
});

describe('when the set-up is wrong, the console says what and how to mend it', () => {
  /** Opens a page and waits until the console says so in our name. */
  async function expectHint(t: TestContext, wanted: RegExp, broken: BrokenPage): Promise<void> {
    const page = await openSite(
      t,
      { '/': html(broken.body ?? snippet(agent.url)), '/shop.js': script(''), ...broken.files },
      broken.policy ?? policyFor(agent.url),
      broken.host,
    );
    const isWanted = (line: string): boolean => line.startsWith('headless-agent: ') && wanted.test(line);
    if (page.lines.some(isWanted)) return;
    const predicate = (line: ConsoleMessage): boolean => isWanted(line.text());
    await page.page.waitForEvent('console', { predicate, timeout: 15_000 }).catch(() => {});
    assert.ok(page.lines.some(isWanted), page.lines.join('\n'));
  }

  test('a policy that forbids the socket', async (t) => {
    const policy = policyFor(agent.url).replace(/connect-src [^;]+/, "connect-src 'self'");
    await expectHint(t, new RegExp(`Add to it: connect-src ${agent.url.replace('http', 'ws')}$`), { policy });
  });

  test('Trusted Types without the policy of Lit', async (t) => {
    await expectHint(t, /Add to it: trusted-types lit-html$/, { policy: policyFor(agent.url, 'default') });
  });

  test('Trusted Types that allow one Lit, on a page that has two', async (t) => {
    const body = `<script type="module" src="/own.js"></script>${snippet(agent.url)}`;
    await expectHint(t, /trusted-types lit-html 'allow-duplicates'/, { body, files: { '/own.js': script(ownLit) } });
  });

  test('an origin that the server does not accept', async (t) => {
    await expectHint(t, /HEADLESS_AGENT_ORIGINS=http:\/\/shop\.example:\d+$/, { host: 'shop.example' });
  });

  test('a page without an origin', async (t) => {
    const inner = snippet(agent.url).replace(/<script type="module" src="\/shop.js"><\/script>/, '');
    await expectHint(t, /no origin.*add allow-same-origin to the sandbox/, {
      body: '<iframe sandbox="allow-scripts" src="/inner.html"></iframe>',
      files: { '/inner.html': html(inner) },
      policy: `${policyFor(agent.url)}; frame-src 'self'`,
    });
  });

  test('a wrong path', async (t) => {
    const right = `${agent.url.replace('http', 'ws')}/agent`;
    const body = snippet(agent.url).replace(right, `${right}s`);
    await expectHint(t, new RegExp(`not at /agents\\. Set server="${right}"`), { body });
  });

  test('a tool that does not exist', async (t) => {
    const body = snippet(agent.url).replace('geolocation_get', 'geolocation_gte');
    await expectHint(t, /tools="geolocation_gte".*Did you mean "geolocation_get"\?$/, { body });
  });
});
