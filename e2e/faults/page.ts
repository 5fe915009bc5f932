import './browser-stubs.ts';
// Both are loaded when a site's tool is read; loaded already, that is a matter of microtasks.
import '../../shared/json-schema-validator.ts';
import '../../widget/registry/read-site-tool.ts';
import { Agent } from '../../widget/agent/agent.ts';
import type { AgentEventName, AgentEvents } from '../../widget/agent/agent-event.ts';
import { createCalls } from '../../widget/agent/create-calls.ts';
import { Continuity } from '../../widget/agent/continuity.ts';
import type { AgentParts } from '../../widget/agent/parts.ts';
import type { AgentSnapshot } from '../../widget/agent/snapshot.ts';
import { claimRecord, releaseRecord } from '../../widget/connection/kept-session.ts';
import type { OpenSocket } from '../../widget/connection/socket.ts';
import { RamMemory } from '../../widget/memory/ram-memory.ts';
import { enterTab } from '../../widget/tab/tab.ts';
import type { Browser } from './browser.ts';
import { PageLife, type StoredItems } from './page-life.ts';
import { pageTools } from './page-tools.ts';
import type { Recorder, Run } from './recorder.ts';

export interface PageOptions {
  /** Of this page alone, over all of a run. */
  readonly number: number;
  /** Where the server is, or the proxy before it. Pages of one tab have one URL, those of others have others. */
  readonly server: URL;
  readonly origin: string;
  readonly browser: Browser;
  readonly tab: StoredItems;
  readonly recorder: Recorder;
  readonly random: () => number;
  /** How much faster than others its clock runs; 1 unless given. */
  readonly pace?: number;
  /** Comes between the page and its sockets. */
  readonly meddle?: (openSocket: OpenSocket) => OpenSocket;
  readonly persist?: 'none' | 'tab' | 'device';
  readonly onChange?: (snapshot: AgentSnapshot) => void;
  /** The site's tools can be offered. */
  readonly onEquipped?: () => void;
  readonly onEvent?: (name: AgentEventName, detail: AgentEvents[AgentEventName]) => void;
}

const equipMs = 15;

/** A page without a browser: the widget's own code on real sockets, with a storage and an end of its own. */
export class Page {
  readonly agent: Agent;
  readonly #options: PageOptions;
  readonly #life: PageLife;
  readonly #window = new EventTarget();
  readonly #runs = new Set<Run>();
  #isEquipped = false;

  constructor(options: PageOptions) {
    const { origin, number: page, recorder, pace, onChange, onEvent } = options;
    const life = new PageLife(origin, pace);
    this.#options = options;
    this.#life = life;
    this.agent = new Agent(
      {
        onChange: (snapshot) => void (life.isOver || onChange?.(snapshot)),
        emit: (name, detail) => {
          onEvent?.(name, detail);
          return true;
        },
      },
      this.#parts(),
    );
    const tools = pageTools({ page, life, recorder, onRun: (run) => this.#runs.add(run) });
    for (const tool of tools) this.agent.registerTool(tool);
    // A schema takes a moment to be read; the tool is not offered before.
    life.clock.after(equipMs, () => this.#connect());
  }

  /** Whether the site's tools can be offered. */
  get isEquipped(): boolean {
    return this.#isEquipped;
  }

  get localPort(): number | undefined {
    return this.#life.localPort;
  }

  get isOver(): boolean {
    return this.#life.isOver;
  }

  /** Tells the page that the network has come back, as a browser does. */
  goOnline(): void {
    if (!this.isOver) this.#window.dispatchEvent(new Event('online'));
  }

  /** The clock of its machine is set, forward or back. */
  jump(ms: number): void {
    this.#life.jump(ms);
  }

  /** Runs something later, if the page still lives then. */
  after(ms: number, run: () => void): void {
    this.#life.clock.after(ms, run);
  }

  /** Ends as at a reload: the page hears of it, and no more than that. */
  leave(): void {
    if (!this.isOver) this.#window.dispatchEvent(new Event('pagehide'));
    this.crash();
  }

  /** Ends in the middle of whatever it does. */
  crash(): void {
    this.#life.end();
    this.#options.browser.locks.release(this);
    for (const run of this.#runs) if (!run.isEnded) run.isOrphan = true;
  }

  #connect(): void {
    const { server, persist = 'tab', onEquipped } = this.#options;
    // Two elements of a page keep their sessions apart. Here all pages are in one process, and are not elements of one.
    const name = claimRecord(server);
    releaseRecord(name);
    this.#isEquipped = true;
    this.agent.configure({
      ...{ server: server.href, persist, tools: '', ask: '', deny: '' },
      ...{ ticketUrl: undefined, getTicket: undefined },
    });
    this.agent.connect();
    releaseRecord(name);
    onEquipped?.();
  }

  #parts(): AgentParts {
    const { origin, browser, tab, random, meddle } = this.#options;
    const { clock, openSocket, storage } = this.#life;
    return {
      openSocket: meddle?.(openSocket) ?? openSocket,
      ...{ clock, random, builtins: [], openMemory: () => new RamMemory() },
      tab: () => enterTab(() => storage(tab)),
      storage: (persist) => (persist === 'none' ? undefined : storage(persist === 'device' ? browser.device : tab)),
      locks: () => browser.locks.of(this),
      loadLater: async () => ({ createCalls, Continuity, builtins: [] }),
      baseUrl: () => `${origin}/`,
      url: () => `${origin}/`,
      fetch: () => Promise.reject(new TypeError('There is nothing to fetch.')),
      page: this.#window,
      view: Object.assign(new EventTarget(), { hidden: false }),
      policy: new EventTarget(),
      locale: () => 'en',
      hasGesture: () => false,
      explain: () => {},
      warn: () => {},
      report: (sentence) => console.error(sentence),
    };
  }
}

/** A click of the person's own, as the browser marks it. */
export function trustedClick(): Event {
  return new Proxy(new Event('click'), {
    get: (target, key) => (key === 'isTrusted' ? true : Reflect.get(target, key)),
  });
}
