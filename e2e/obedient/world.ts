import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createAgentServer, type AgentServer } from '../../server/agent-server.ts';
import { geminiModel } from '../../server/model/gemini.ts';
import type { ModelAdapter } from '../../server/model/model.ts';
import type { AgentServerOptions } from '../../server/options.ts';
import { startStandin, type StandinOptions } from '../../testing/index.ts';
import { launchChromium } from '../guarded-page.ts';
import type { Poison } from './injections.ts';
import type { Obeyed } from './obedient-model.ts';
import { Person } from './person.ts';
import { Site, type Visit } from './site.ts';

/** The real server with a model on this machine, a site, and a browser. */
export interface World {
  readonly browser: Browser;
  readonly server: AgentServer;
  readonly site: Site;
  readonly obeyed: Obeyed;
  close(): Promise<void>;
}

export interface WorldOptions extends Pick<StandinOptions, 'answer'> {
  readonly obeyed?: Obeyed;
  readonly visits?: Map<string, Visit>;
  readonly server?: Omit<AgentServerOptions, 'model'>;
  /** What stands between the pages and the server, such as a proxy. */
  readonly front?: (url: string, model: ModelAdapter) => Promise<string>;
}

const apiKey = 'a-key-that-must-stay-at-home';

export async function startWorld({
  answer,
  obeyed = new Map(),
  visits,
  server: options,
  front,
}: WorldOptions): Promise<World> {
  const standin = await startStandin({ apiKey, answer, keepRequests: 0 });
  const model = geminiModel({ apiKey, baseUrl: standin.url, model: 'gemini-4-hydrogen' });
  const server = createAgentServer({ model, port: 0, log: 'error', demo: false, ...options });
  const url = await server.listen();
  const [browser, site] = await Promise.all([launchChromium(), Site.start((await front?.(url, model)) ?? url, visits)]);
  const close = async (): Promise<void> => {
    await browser.close();
    await site.close();
    await server.close();
    await standin.close();
  };
  return { browser, server, site, obeyed, close };
}

export interface OpenedVisit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly person: Person;
  readonly visit: Visit;
  /** Requests that left this machine. */
  readonly foreign: readonly string[];
}

export interface VisitOptions {
  readonly number: string;
  readonly poison?: Poison;
  /** Of any kind unless given. */
  readonly tools?: Visit['tools'];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly says?: string | undefined;
  readonly attack?: Visit['attack'];
  /** Of another tab of the same person. */
  readonly context?: BrowserContext;
  /** Done to the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A page of the site in a profile of its own, on a screen that shows all of it. */
export async function openVisit({ browser, site }: Pick<World, 'browser' | 'site'>, options: VisitOptions) {
  const { number, poison = {}, tools = 'any', attributes = {}, says, attack } = options;
  const scripts = { ...(says === undefined ? {} : { says }), ...(attack === undefined ? {} : { attack }) };
  const visit = site.expect({ number, poison, tools, attributes, ...scripts });
  const context = options.context ?? (await browser.newContext(profile));
  const page = await context.newPage();
  const foreign: string[] = [];
  page.on('request', (request) => noteForeign(foreign, request.url()));
  await options.prepare?.(page);
  await page.goto(site.urlOf(visit));
  return { context, page, person: new Person(page, visit), visit, foreign } satisfies OpenedVisit;
}

const profile: Parameters<Browser['newContext']>[0] = {
  viewport: { width: 700, height: 1_250 },
  geolocation: { latitude: 52.52, longitude: 13.405, accuracy: 12 },
  permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
};

function noteForeign(foreign: string[], url: string): void {
  const { hostname, protocol } = new URL(url);
  const isOwn = hostname === 'localhost' || hostname === '127.0.0.1';
  if (protocol.startsWith('http') && !isOwn) foreign.push(`a request to ${hostname}`);
}
