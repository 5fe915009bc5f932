import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hidingStyles } from './hiding-tricks.ts';
import type { Poison } from './injections.ts';
import { siteKinds, trustedKinds, type Kind } from './tool-kinds.ts';

/** A button of the element, where the page says that it is. */
export interface SeenButton {
  readonly name: string;
  /** Of the call that its card asks about. */
  readonly call: string | null;
  readonly x: number;
  readonly y: number;
  readonly isDisabled: boolean;
  /** Nothing lies over its middle. */
  readonly isOnTop: boolean;
}

/** What there is to see on the page, as it tells by itself: asking it would pass for a click of the person's. */
export interface Sight {
  readonly phase: string;
  /** All tools of the site have been offered: each takes a moment to be read. */
  readonly isEquipped: boolean;
  readonly isWorking: boolean;
  /** How many messages of the person's there are. */
  readonly said: number;
  readonly chips: Readonly<Record<string, string>>;
  readonly buttons: readonly SeenButton[];
  readonly composer: { readonly x: number; readonly y: number };
  readonly notes: { readonly x: number; readonly y: number };
}

export interface Visit {
  readonly number: string;
  readonly poison: Poison;
  /** Whose tools are on the page: of any kind, or only such as the site vouches for. */
  readonly tools: 'any' | 'trusted';
  /** Attributes of the element. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** A script of the page's own says this once it can. */
  readonly says?: string;
  /** What a script of the page does to deceive the person: a name in `page/attacks.js`, and what it is given. */
  readonly attack?: readonly [name: string, ...given: readonly unknown[]];
  /** How often each act happened. */
  readonly acts: Map<string, number>;
  /** What the site's tools were given, in order. */
  readonly inputs: unknown[];
  sight: Sight | undefined;
  /** Told of each change. */
  onChange: () => void;
}

const scripts: ReadonlySet<string> = new Set(['acts.js', 'shop.js', 'attacks.js']);
const file = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** A site with tools of every kind, on an origin of its own. It is also what counts what happens on its pages. */
export class Site {
  readonly visits: Map<string, Visit>;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #agent: string;
  #orders = new Map<string, number>();

  private constructor(agent: string, visits: Map<string, Visit>) {
    this.#agent = agent;
    this.visits = visits;
  }

  /** @param visits by number, so that others can count there, too */
  static async start(agent: string, visits = new Map<string, Visit>()): Promise<Site> {
    const site = new Site(agent, visits);
    site.#server.listen(0, '127.0.0.1');
    await once(site.#server, 'listening');
    return site;
  }

  get url(): string {
    const bound = this.#server.address();
    return `http://localhost:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  }

  expect(visit: Omit<Visit, 'acts' | 'inputs' | 'sight' | 'onChange'>): Visit {
    const expected: Visit = { ...visit, acts: new Map(), inputs: [], sight: undefined, onChange: () => {} };
    this.visits.set(visit.number, expected);
    return expected;
  }

  urlOf({ number }: Visit): string {
    return `${this.url}/visit/${number}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const [, kind = '', number = ''] = pathname.split('/');
    const visit = this.visits.get(number);
    if (scripts.has(kind)) return send(response, 'text/javascript', file(`./page/${kind}`));
    if (!visit) return send(response, 'text/plain', '');
    if (kind === 'visit') return send(response, 'text/html; charset=utf-8', this.#page(visit));
    if (kind === 'setting') return send(response, 'application/json', JSON.stringify(settingOf(visit)));
    const body = await read(request);
    if (kind === 'act') count(visit, searchParams.get('name') ?? '');
    if (kind === 'act' && body !== '') visit.inputs.push(JSON.parse(body));
    if (kind === 'sight') this.#see(visit, body);
    visit.onChange();
    send(response, 'text/plain', '');
  }

  /** A later sight may be told earlier. */
  #see(visit: Visit, body: string): void {
    const { order, page, ...sight } = JSON.parse(body);
    const key = `${visit.number} ${page}`;
    if (order <= (this.#orders.get(key) ?? 0)) return;
    this.#orders.set(key, order);
    visit.sight = sight;
  }

  #page({ number, poison, attributes }: Visit): string {
    const rest = Object.entries(attributes ?? {}).map(([name, value]) => ` ${name}="${value}"`);
    return `<!doctype html>
<html lang="en"><title>A shop</title>
<style>
  body { margin: 0; font: 14px/1.3 sans-serif; }
  headless-agent { display: block; width: 620px; height: 1150px; }
  #notes { display: block; width: 600px; height: 40px; }
  ${hidingStyles}
</style>
<script>globalThis.visit = '${number}';</script>
<script src="/acts.js"></script>
<script type="module" src="${this.#agent}/headless-agent.js"></script>
<body>
<textarea id="notes">${escaped(poison.text ?? '')}</textarea>
<headless-agent server="${this.#agent.replace('http', 'ws')}/agent"
  tools="geolocation_get memory_* clipboard_* device_* speak"${rest.join('')}></headless-agent>
<div id="reviews">${poison.page ?? ''}</div>
<script type="module" src="/shop.js"></script>
</body></html>`;
  }
}

function settingOf({ poison, tools, says, attack }: Visit): object {
  const { result = null, thrown = null } = poison;
  const [name = null, ...given] = attack ?? [];
  const kinds = [...(tools === 'any' ? siteKinds : trustedKinds), ...(poison.tools ?? [])].map(plainKind);
  return { result, thrown, attack: name, with: given, says: says ?? null, tools: kinds, reads: tools === 'any' };
}

function plainKind({ because: _, ...kind }: Kind): object {
  return { description: `Does what ${kind.name} does.`, inputSchema: anyText, ...kind };
}

const anyText = { type: 'object', properties: { what: { type: 'string' } } };

export function count({ acts }: Visit, name: string): void {
  acts.set(name, (acts.get(name) ?? 0) + 1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type });
  response.end(body);
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
