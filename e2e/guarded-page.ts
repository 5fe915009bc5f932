import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { locateBrowser } from '../scripts/browsers.mjs';

/** A Chromium that takes shop.example for this machine. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = locateBrowser('chromium').files['chromium'];
  if (!executablePath) throw new Error('There is no Chromium on this machine. Install it: npm test does so.');
  return chromium.launch({
    executablePath,
    args: [
      '--host-resolver-rules=MAP shop.example 127.0.0.1',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface GuardedPage {
  readonly page: Page;
  readonly agent: Locator;
  /** What nobody wants to see: errors, CSP violations, requests to other hosts. */
  readonly problems: readonly string[];
  /** Every line on the console. */
  readonly lines: readonly string[];
  readonly say: (text: string) => Promise<void>;
  readonly allow: () => Promise<void>;
  readonly deny: () => Promise<void>;
  /** The chips, as `tool-call-id state`. */
  readonly chips: () => Promise<string[]>;
  /** Waits until so many chips are there and no turn runs. */
  readonly settled: (chips: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface GuardOptions {
  /** Hosts, with port, that the page may talk to. */
  readonly hosts: readonly string[];
  readonly permissions?: readonly string[];
  readonly context?: Parameters<Browser['newContext']>[0];
}

const berlin = { latitude: 52.52, longitude: 13.405, accuracy: 12 };

/** A page in a profile of its own, watched from before its first request. */
export async function openGuarded(browser: Browser, url: string, options: GuardOptions): Promise<GuardedPage> {
  const context = await browser.newContext({
    geolocation: berlin,
    permissions: [...(options.permissions ?? ['geolocation', 'clipboard-read', 'clipboard-write'])],
    ...options.context,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const lines: string[] = [];
  await watch(context, page, { problems, lines, hosts: options.hosts });
  await page.goto(url);
  return guard(page, problems, lines);
}

interface Watched {
  readonly problems: string[];
  readonly lines: string[];
  readonly hosts: readonly string[];
}

async function watch(context: BrowserContext, page: Page, { problems, lines, hosts }: Watched): Promise<void> {
  const note = (text: string): void => {
    problems.push(text);
  };
  page.on('console', (message) => {
    lines.push(message.text());
    if (message.type() === 'error') note(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('request', (request) => checkHost(request.url(), hosts, note));
  page.on('websocket', (socket) => checkHost(socket.url(), hosts, note));
  await context.exposeBinding('noteViolation', (_, text: string) => note(`violation: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell: unknown = Reflect.get(globalThis, 'noteViolation');
      if (typeof tell === 'function') tell(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

function checkHost(url: string, hosts: readonly string[], note: (text: string) => void): void {
  const { host, protocol } = new URL(url);
  if (protocol !== 'data:' && protocol !== 'blob:' && !hosts.includes(host)) note(`request to ${host}`);
}

function guard(page: Page, problems: string[], lines: string[]): GuardedPage {
  const agent = page.locator('headless-agent').first();
  const composer = agent.getByRole('textbox').first();
  return {
    page,
    agent,
    problems,
    lines,
    say: async (text) => {
      await composer.fill(text);
      await composer.press('Enter');
    },
    // The first one in the page: an older question stands above a newer one. Waits until it can be pressed. A card does
    // not hear a click right after it was scrolled to: so that comes before, once the card has opened.
    allow: async () => {
      const ready = agent.getByRole('button', { name: /^Allow/, disabled: false }).first();
      await ready.waitFor();
      await ready.scrollIntoViewIfNeeded();
      await ready.click();
    },
    deny: () => agent.getByRole('button', { name: /^Deny/ }).first().click(),
    chips: () =>
      agent
        .locator('[part~="call"]')
        .evaluateAll((chips) =>
          chips.map((chip) => `${chip.getAttribute('data-call-id')} ${chip.getAttribute('data-state')}`),
        ),
    settled: async (count) => {
      await agent
        .locator('[part~="call"]')
        .nth(count - 1)
        .waitFor();
      await agent.getByRole('button', { name: /^Send/ }).waitFor();
    },
    close: () => page.context().close(),
  };
}
