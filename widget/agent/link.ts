import { AgentError } from '../../shared/errors.ts';
import { closeCode, type ServerMessage } from '../../shared/protocol.ts';
import type { HelloParts, SessionMessage } from '../connection/connection-options.ts';
import { Connection } from '../connection/connection.ts';
import { Credentials } from '../connection/credentials.ts';
import { claimRecord, isKept, releaseRecord, type Persist } from '../connection/kept-session.ts';
import { watchNetwork } from '../connection/network-watch.ts';
import { watchPolicy } from '../connection/policy-watch.ts';
import { serverUrl } from '../connection/server-url.ts';
import type { ConnectionState } from '../connection/state.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { EnteredTab } from '../tab/tab.ts';
import type { Continuity, ContinuityPorts } from './continuity.ts';
import type { LinkSettings } from './options.ts';
import type { AgentParts, Later } from './parts.ts';
import type { ToolCall } from './calls.ts';
import type { Pending } from './turns.ts';

export interface LinkPorts {
  readonly parts: AgentParts;
  readonly tab: EnteredTab;
  readonly hello: () => HelloParts;
  readonly onState: (state: ConnectionState) => void;
  readonly onMessage: (message: ServerMessage) => void;
  /** The page names another server than before. */
  readonly onOtherServer: () => void;
  /** Whether a conversation of an earlier page is expected back. */
  readonly expect: (isRestoring: boolean) => void;
  readonly isRestoring: () => boolean;
  readonly onNothingKept: ContinuityPorts['onNothingKept'];
  readonly pending: () => Pending | undefined;
  readonly kept: ContinuityPorts['kept'];
  readonly keep: ContinuityPorts['keep'];
  readonly sessionMs: () => number | undefined;
  /** Comes once, before anything that was loaded is used. */
  readonly onLoaded: (later: Later) => void;
  readonly hasTool: (call: ToolCall) => boolean;
  readonly deliver: (call: ToolCall) => void;
}

interface Server {
  readonly url: URL;
  readonly memory: MemoryStore;
}

/** So often a page tries to load what takes a conversation up; then it begins a new one. */
const maxLoads = 3;

/** The way to the server that the page names: which one it is, its connection, and what outlives that. */
export class Link {
  readonly #ports: LinkPorts;
  readonly #credentials = new Credentials();
  readonly #connection: Connection;
  #settings: LinkSettings = { server: undefined };
  #server: Server | undefined;
  #recordName: string | undefined;
  #continuity: Continuity | undefined;
  #loads = 0;
  #stopWatching: (() => void) | undefined;

  constructor(ports: LinkPorts) {
    const { parts } = ports;
    this.#ports = ports;
    this.#connection = new Connection({
      credentials: this.#credentials,
      prepare: (code) => this.#prepare(code),
      hasTickets: () => this.#hasTickets,
      hello: ports.hello,
      onMessage: ports.onMessage,
      onState: ports.onState,
      onFailure: parts.explain,
      openSocket: parts.openSocket,
      clock: parts.clock,
      random: parts.random,
    });
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** The server's origin; empty while none is known. */
  get server(): string {
    return this.#server?.url.origin ?? '';
  }

  /** @throws AgentError `unavailable` while no server is known. */
  get memory(): MemoryStore {
    if (!this.#server) throw new AgentError('unavailable', 'There is no server yet, and so no memory.');
    return this.#server.memory;
  }

  configure(settings: LinkSettings): void {
    const { server } = this.#settings;
    this.#settings = settings;
    if (settings.server !== server && this.#stopWatching) this.#open();
  }

  connect(): void {
    const { parts } = this.#ports;
    if (this.#stopWatching) return;
    watchPolicy(parts.policy);
    this.#stopWatching = watchNetwork(parts.page, () => this.#connection.renew());
    this.#continuity?.start();
    this.#open();
  }

  /** @param onEnd called while the server can still be told. */
  leave(onEnd: () => void): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    onEnd();
    this.#releaseRecord();
    this.#continuity?.stop();
    this.#connection.close();
  }

  send(message: SessionMessage): boolean {
    return this.#connection.send(message);
  }

  returnIn(ms: number | undefined): void {
    this.#connection.returnIn(ms);
  }

  /** Tries at once. Of a conversation that went on elsewhere this page takes all back. */
  retryNow(): void {
    if (this.#isTakenOver) {
      this.#ports.expect(true);
      this.#continuity?.takeBack();
    }
    this.#connection.retryNow();
  }

  /** Has the server delete the conversation, unless it is another tab's by now, and begins a new one. */
  clear(): void {
    this.#continuity?.ledger?.forget(this.#credentials.held?.session ?? '');
    if (this.#isTakenOver) this.#credentials.lose();
    else this.#credentials.clear();
    this.#continuity?.takeBack();
    this.#continuity?.keeper.save();
    this.#connection.restart();
  }

  /** What makes the conversation go on; undefined until it is loaded. */
  get continuity(): Continuity | undefined {
    return this.#continuity;
  }

  /** What the page says of its calls in a hello. */
  get memories(): Pick<HelloParts, 'tab' | 'page' | 'ledger' | 'calls'> {
    const { tab, page, ledger } = this.#ports.tab;
    const taken = this.#continuity?.ledger;
    const { held } = this.#credentials;
    return { ...(taken?.identity ?? { tab, page, ledger }), calls: taken && held ? taken.report(held.session) : [] };
  }

  /** What most pages need only once they are connected. Rejects when the network does not bring it. */
  async load(): Promise<Continuity> {
    return this.#continuity ?? this.#load();
  }

  /** Takes up what the tab remembers. @throws AgentError `unavailable` when what is needed for it does not load. */
  async takeUpLedger(): Promise<Ledger> {
    try {
      return await (await this.load()).takeUp();
    } catch (cause) {
      throw new AgentError('unavailable', 'A part of the assistant could not be loaded.', { cause });
    }
  }

  /** The session is this page's. */
  welcomed(session: string): void {
    this.#with((continuity) => {
      continuity.hold(session);
      continuity.keeper.save();
    });
  }

  /** Keeps what a later page needs to go on. */
  save(): void {
    this.#with(({ keeper }) => keeper.save());
  }

  /** At once when it is loaded; never when the network does not bring it. */
  #with(act: (continuity: Continuity) => void): void {
    if (this.#continuity) act(this.#continuity);
    else void this.load().then(act, () => {});
  }

  get #isTakenOver(): boolean {
    const { state } = this.#connection;
    return state.phase === 'refused' && state.code === closeCode.takenOver;
  }

  get #persist(): Persist {
    const { persist } = this.#settings;
    return persist === 'none' || persist === 'device' ? persist : 'tab';
  }

  get #hasTickets(): boolean {
    return Boolean(this.#settings.ticketUrl || this.#settings.getTicket);
  }

  #open(): void {
    const { parts, expect, onOtherServer } = this.#ports;
    try {
      const url = serverUrl(this.#settings.server, parts.baseUrl());
      const isOther = this.#server !== undefined && this.#server.url.href !== url.href;
      if (isOther) {
        this.#releaseRecord();
        this.#credentials.lose();
        onOtherServer();
      }
      this.#server = { url, memory: parts.openMemory(url.origin) };
      this.#recordName ??= claimRecord(url);
      if (!this.#credentials.held) expect(isKept(parts.storage(this.#persist), this.#recordName));
      this.#connection.open(url);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      parts.report(reason);
      this.#connection.refuse(reason);
    }
  }

  #releaseRecord(): void {
    if (this.#recordName !== undefined) releaseRecord(this.#recordName);
    this.#recordName = undefined;
  }

  /** In the step in which it is called, unless something has to be loaded or fetched first. */
  #prepare(code: number | undefined): Promise<void> | undefined {
    // What was told before the cut is told again.
    if (this.#ports.isRestoring()) this.#credentials.reread();
    if (this.#continuity) return this.#continuity.prepare(code);
    if (!this.#hasTickets && !this.#ports.isRestoring() && !this.#ports.tab.isReturning) return undefined;
    return this.#load().then(
      (continuity) => continuity.prepare(code),
      (cause: unknown) => {
        if (this.#loads < maxLoads || this.#hasTickets) throw cause;
        this.#ports.expect(false);
      },
    );
  }

  async #load(): Promise<Continuity> {
    this.#loads += 1;
    const later = await this.#ports.parts.loadLater();
    if (this.#continuity) return this.#continuity;
    const continuity = new later.Continuity({
      ...this.#ports,
      connection: this.#connection,
      credentials: this.#credentials,
      persist: () => this.#persist,
      tickets: () => ({ url: this.#settings.ticketUrl, get: this.#settings.getTicket }),
      recordName: () => this.#recordName,
    });
    if (this.#stopWatching) continuity.start();
    this.#continuity = continuity;
    this.#ports.onLoaded(later);
    return continuity;
  }
}
