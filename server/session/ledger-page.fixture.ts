import { callHash } from '../../shared/call-hash.ts';
import { isObject } from '../../shared/json.ts';
import type { LedgerCall, MessageOf, ServerMessage, ToolResult } from '../../shared/protocol.ts';
import { helloOf } from './house.fixture.ts';
import type { Outlet } from './outlet.ts';
import type { Hello, Session, SessionMessage } from './session.ts';
import type { Sessions } from './sessions.ts';

type ToolCall = MessageOf<ServerMessage, 'tool.call'>;

interface Entry {
  readonly hash: string;
  readonly page: string;
  readonly result: ToolResult | undefined;
}

/** What a browser shares between its tabs, and what the test counts outside of them. */
export class Browser {
  resume: NonNullable<Hello['resume']> | undefined;
  /** By the key that a call wrote. */
  readonly executions = new Map<string, number>();
  /** Messages whose turn has not ended. */
  readonly outbox = new Map<string, SessionMessage>();
  readonly turns = new Map<number, string>();
  endedTurns = 0;
  #names = 0;

  name(kind: string): string {
    this.#names += 1;
    return `${kind}${this.#names}`;
  }
}

/** What sessionStorage keeps of a tab's calls. */
export class Tab {
  readonly name: string;
  readonly entries = new Map<string, Entry>();

  constructor(browser: Browser) {
    this.name = browser.name('tab');
  }
}

/** One socket. Frames are on their way for a turn of the event loop; those of a socket that is cut are lost. */
export class Link implements Outlet {
  session: Session | undefined;
  isOpen = true;
  readonly #page: LedgerPage;

  constructor(page: LedgerPage) {
    this.#page = page;
  }

  send(message: ServerMessage): void {
    setImmediate(() => this.isOpen && this.#page.hear(message));
  }

  close(code: number): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.session?.detach(this);
    this.#page.sentAway(code);
  }

  ignored(reason: string): void {
    throw new Error(`An honest page was not believed: ${reason}.`);
  }

  /** The server may take long to notice. */
  cut(isNoticed: boolean): void {
    this.isOpen = false;
    if (isNoticed) this.session?.detach(this);
  }

  say(message: SessionMessage): void {
    const { session } = this;
    setImmediate(() => this.isOpen && session?.receive(message, this));
  }
}

/** A load of a page that keeps a ledger by the rules: an effect begins only where nothing of it is written. */
export class LedgerPage {
  readonly #browser: Browser;
  readonly #tab: Tab;
  readonly #name: string;
  readonly #cards = new Map<string, ToolCall>();
  readonly #running = new Map<string, ToolCall>();
  readonly #results = new Map<string, ToolResult>();
  #after: string | undefined;
  #link: Link | undefined;
  /** Another tab has the conversation. */
  isElsewhere = false;

  constructor(browser: Browser, tab: Tab) {
    this.#browser = browser;
    this.#tab = tab;
    this.#name = browser.name('page');
  }

  get isConnected(): boolean {
    return this.#link?.isOpen === true;
  }

  async connect(node: Sessions): Promise<void> {
    if (this.isConnected) return;
    const link = new Link(this);
    this.#link = link;
    this.isElsewhere = false;
    try {
      const session = await node.open(link, this.#hello());
      link.session = session;
      if (!link.isOpen) session.detach(link);
    } catch {
      link.close(4500);
    }
  }

  cut(isNoticed: boolean): void {
    this.#link?.cut(isNoticed);
  }

  say(message: SessionMessage): void {
    this.#link?.say(message);
  }

  sentAway(code: number): void {
    if (code !== 4409) return;
    this.isElsewhere = true;
    this.#cards.clear();
  }

  hear(message: ServerMessage): void {
    if ('at' in message && message.at !== undefined) this.#after = message.at;
    if (message.type === 'welcome') this.#welcome(message);
    if (message.type === 'tool.call') this.#take(message);
    if (message.type === 'tool.cancel') this.#callOff(message.call);
    if (message.type === 'turn.started') this.#browser.turns.set(message.turn, message.message);
    if (message.type === 'turn.ended' || message.type === 'turn.failed') this.#endTurn(message);
  }

  /** The person decides on every card: what they allow begins. */
  decide(isAllowed: boolean): void {
    // An effect starts only while the socket is attached.
    if (!this.isConnected) return;
    for (const [id, call] of this.#cards) {
      this.#cards.delete(id);
      this.say({
        type: 'tool.status',
        call: id,
        status: { state: 'decided', decision: isAllowed ? 'once' : 'denied' },
      });
      if (isAllowed) this.#begin(call);
      else this.#answer(id, { ok: false, error: { code: 'user_declined', message: 'No.' } });
    }
  }

  /** The tools that run come to their end. */
  answer(): void {
    for (const [id] of this.#running) {
      this.#running.delete(id);
      this.#answer(id, { ok: true, value: id });
    }
  }

  #hello(): Hello {
    const { resume } = this.#browser;
    const { name, entries } = this.#tab;
    const calls = [...entries].map(([call, entry]): LedgerCall => ({
      call,
      hash: entry.hash,
      state: this.#stateOf(entry),
    }));
    return helloOf({
      tab: name,
      ledger: `ledger of ${name}`,
      page: this.#name,
      calls,
      ...(resume && { resume: { ...resume, after: this.#after } }),
    });
  }

  #stateOf({ page, result }: Entry): LedgerCall['state'] {
    if (result) return 'done';
    return page === this.#name ? 'running' : 'started';
  }

  #welcome({ session, token }: MessageOf<ServerMessage, 'welcome'>): void {
    if (session !== this.#browser.resume?.session) this.#browser.endedTurns = 0;
    this.#browser.resume = { session, token };
    for (const message of this.#browser.outbox.values()) this.say(message);
    for (const [call, { result }] of this.#tab.entries) if (result) this.#results.set(call, result);
    for (const [call, result] of this.#results) this.say({ type: 'tool.result', call, result });
    for (const call of this.#cards.keys()) this.#ask(call, 300_000);
  }

  #take(call: ToolCall): void {
    const id = call.call;
    if (call.turn <= this.#browser.endedTurns || this.#cards.has(id) || this.#running.has(id)) return;
    const known = this.#tab.entries.get(id);
    if (known?.result && known.hash === hashOf(call)) return this.#answer(id, known.result);
    if (known) return this.#answer(id, { ok: false, error: { code: 'unknown_outcome', message: 'Who knows.' } });
    const result = this.#results.get(id);
    if (result) return this.say({ type: 'tool.result', call: id, result });
    if (call.name === 'memory_get') return void this.#running.set(id, call);
    this.#cards.set(id, call);
    this.#ask(id, call.remainingMs ?? 300_000);
  }

  /** What the person had not decided on did not run; what runs ends as it ends. */
  #callOff(call: string): void {
    if (this.#cards.delete(call)) this.#answer(call, { ok: false, error: { code: 'cancelled', message: 'Not run.' } });
  }

  #ask(call: string, remainingMs: number): void {
    this.say({ type: 'tool.status', call, status: { state: 'asking', remainingMs } });
  }

  #begin(call: ToolCall): void {
    if (this.#tab.entries.has(call.call)) return;
    this.#tab.entries.set(call.call, { hash: hashOf(call), page: this.#name, result: undefined });
    const key = isObject(call.args) ? String(call.args['key']) : '';
    this.#browser.executions.set(key, (this.#browser.executions.get(key) ?? 0) + 1);
    this.#running.set(call.call, call);
  }

  #answer(call: string, result: ToolResult): void {
    const entry = this.#tab.entries.get(call);
    if (entry) this.#tab.entries.set(call, { ...entry, result });
    this.#results.set(call, result);
    this.say({ type: 'tool.result', call, result });
  }

  #endTurn({ turn = 0 }: { readonly turn?: number | undefined }): void {
    const { turns, outbox } = this.#browser;
    outbox.delete(turns.get(turn) ?? '');
    this.#browser.endedTurns = Math.max(this.#browser.endedTurns, turn);
    for (const calls of [this.#cards, this.#results, this.#tab.entries]) {
      for (const call of calls.keys()) if (Number.parseInt(call, 10) <= turn) calls.delete(call);
    }
  }
}

function hashOf({ name, args, definition }: ToolCall): string {
  return callHash(name, args, definition);
}
