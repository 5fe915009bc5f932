import { AgentError } from '../../shared/errors.ts';
import { fixedLimits, pageLimits } from '../../shared/limits.ts';
import type { ServerMessage, ToolChoice } from '../../shared/protocol.ts';
import { errorCodeOf } from '../connection/close-fate.ts';
import { Connection, type SessionMessage } from '../connection/connection.ts';
import { watchNetwork } from '../connection/network-watch.ts';
import { watchPolicy } from '../connection/policy-watch.ts';
import { serverUrl } from '../connection/server-url.ts';
import type { ConnectionState, Welcome } from '../connection/state.ts';
import { answerOf } from '../conversation/conversation.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import { Registry } from '../registry/registry.ts';
import type { SiteTool } from '../registry/site-tool.ts';
import { words } from '../strings/words.ts';
import type { Tab } from '../tab/tab.ts';
import { Calls } from './calls.ts';
import type { AgentOptions, AgentSettings } from './options.ts';
import { browserParts, type AgentParts } from './parts.ts';
import { Readiness } from './readiness.ts';
import type { AgentSnapshot } from './snapshot.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';
import { ToolOffer } from './tool-offer.ts';
import { Turns } from './turns.ts';
import { Voice } from './voice.ts';

/** An element that is only being moved comes back within this time and keeps its socket. */
const moveMs = 100;

/** The browser's side of the product, without anything to look at. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #parts: AgentParts;
  readonly #readiness = new Readiness();
  readonly #shown: SnapshotKeeper;
  readonly #tab: Tab;
  readonly #registry: Registry;
  readonly #offer: ToolOffer;
  readonly #calls: Calls;
  readonly #turns: Turns;
  readonly #voice: Voice;
  readonly #connection: Connection;
  #server: { readonly url: URL; readonly memory: MemoryStore } | undefined;
  #setting: string | undefined;
  #session: string | undefined;
  #limits: Welcome['limits'] = { ...pageLimits, ...fixedLimits };
  #stopWatching: (() => void) | undefined;
  #callOffLeave = (): void => {};
  #callOffGrace: (() => void) | undefined;

  constructor(options: AgentOptions, parts: AgentParts = browserParts()) {
    this.#options = options;
    this.#parts = parts;
    this.#shown = new SnapshotKeeper(options, () => this.#turns.isWorking);
    this.#tab = parts.tab();
    this.#registry = new Registry({
      builtins: parts.builtins,
      onChange: () => this.#offer.changed(),
      warn: parts.warn,
      report: parts.report,
    });
    this.#offer = new ToolOffer({
      current: () => this.#registry.offer(),
      send: (message) => this.#connection.send(message),
    });
    this.#connection = this.#createConnection();
    this.#turns = this.#createTurns();
    this.#calls = this.#createCalls();
    this.#voice = new Voice({
      snapshot: () => this.#shown.current,
      maxChars: () => this.#limits.maxMessageChars,
      begin: (text, toolChoice) => this.#turns.begin(text, toolChoice),
      refuse: (reason) => this.#shown.note(reason, 'error'),
      emit: options.emit,
    });
  }

  /** Resolves once the agent is connected and able. @throws AgentError that says why it is refused for good. */
  get ready(): Promise<void> {
    return this.#readiness.promise;
  }

  get snapshot(): AgentSnapshot {
    return this.#shown.current;
  }

  configure({ server, ...rules }: AgentSettings): void {
    this.#registry.configure(rules);
    if (server === this.#setting) return;
    this.#setting = server;
    if (this.#stopWatching) this.#openServer();
  }

  connect(): void {
    this.#callOffLeave();
    if (this.#stopWatching) return;
    watchPolicy(this.#parts.policy);
    this.#stopWatching = watchNetwork(this.#parts.page, () => this.#connection.renew());
    this.#openServer();
  }

  /** Takes effect unless `connect` follows within a moment. */
  disconnect(): void {
    this.#callOffLeave();
    this.#callOffLeave = this.#parts.clock.after(moveMs, () => this.#leave());
  }

  /**
   * Says something in the person's name.
   *
   * @returns the text that the turn ended with.
   * @throws AgentError `turn_busy`, `turn_cancelled`, or why there is no answer.
   */
  send(text: string, options?: { readonly toolChoice?: ToolChoice }): Promise<{ readonly text: string }> {
    return this.#voice.send(text, options?.toolChoice);
  }

  /** Says what the person wrote or chose. False when it may not be said: the text is then still theirs. */
  say(text: string): boolean {
    return this.#voice.say(text);
  }

  stop(): void {
    this.#turns.stop(words.errors.turn_cancelled);
  }

  /** Begins a conversation anew. */
  clear(): void {
    this.#turns.forget();
    this.#session = undefined;
    this.#shown.change({ items: [] });
    this.#connection.restart();
  }

  retryNow(): void {
    this.#connection.retryNow();
  }

  /** Answers an open question. Nothing happens unless the click was the person's own and the server is there. */
  decide(call: string, decision: 'once' | 'denied', click: Event): void {
    if (decision === 'once' && !this.#connection.isOpen) return;
    this.#calls.approvals.decide(call, decision, click);
  }

  /**
   * Adds a tool of the site's own.
   *
   * @returns a function that removes it.
   * @throws TypeError that says what is wrong with it.
   */
  registerTool(tool: SiteTool, { signal }: { readonly signal?: AbortSignal } = {}): () => void {
    return this.#registry.register(tool, signal);
  }

  /** Replaces those of the last call. False when something is wrong: all stays as it was; the developer is told. */
  setSiteTools(tools: readonly SiteTool[]): boolean {
    try {
      this.#registry.setSiteTools(tools);
      return true;
    } catch (thrown) {
      this.#parts.report(messageOf(thrown));
      return false;
    }
  }

  #createConnection(): Connection {
    const { openSocket, clock, random, explain } = this.#parts;
    return new Connection({
      hello: () => ({ ...this.#tab, calls: [], locale: this.#parts.locale(), ...this.#offer.take() }),
      onMessage: (message) => this.#receive(message),
      onState: (state) => this.#onConnection(state),
      onFailure: explain,
      openSocket,
      clock,
      random,
    });
  }

  #createTurns(): Turns {
    return new Turns({
      send: (message) => this.#connection.send(message),
      apply: (event) => this.#shown.apply(event),
      answerOf: (turn) => answerOf(this.#shown.current.items, turn),
      onOver: (reason) => this.#calls.forget(reason),
      onFailed: (error) => void this.#options.emit('ha-error', error),
      onAnswered: (text) => void this.#options.emit('ha-message', { role: 'agent', text }),
    });
  }

  #createCalls(): Calls {
    return new Calls({
      registry: this.#registry,
      clock: this.#parts.clock,
      hasGesture: this.#parts.hasGesture,
      session: () => this.#session ?? '',
      memory: () => this.#memory(),
      limits: () => this.#limits,
      send: (message: SessionMessage) => this.#connection.send(message),
      answer: (result) => this.#turns.answer(result),
      apply: (event) => this.#shown.apply(event),
      onAsks: (asks) => this.#shown.change({ asks }),
      emit: this.#options.emit,
    });
  }

  #openServer(): void {
    try {
      const url = serverUrl(this.#setting, this.#parts.baseUrl());
      if (this.#server && this.#server.url.href !== url.href) {
        this.#turns.stop('The page has changed to another server.');
        this.#turns.forget();
        this.#session = undefined;
        this.#shown.apply({ type: 'session-renewed' });
      }
      this.#server = { url, memory: this.#parts.openMemory(url.origin) };
      this.#connection.open(url);
    } catch (thrown) {
      const reason = messageOf(thrown);
      this.#parts.report(reason);
      this.#connection.refuse(reason);
    }
  }

  #leave(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    this.#callOffGrace?.();
    this.#callOffGrace = undefined;
    this.#turns.stop('The assistant was taken off the page.');
    this.#connection.close();
  }

  #memory(): MemoryStore {
    if (!this.#server) throw new AgentError('unavailable', 'There is no server yet, and so no memory.');
    return this.#server.memory;
  }

  #onConnection(state: ConnectionState): void {
    if (state.phase === 'open') {
      this.#callOffGrace?.();
      this.#callOffGrace = undefined;
    } else if (state.phase === 'lost') {
      this.#callOffGrace ??= this.#parts.clock.after(this.#limits.graceMs, () => this.#calls.giveUp());
    }
    if (this.#shown.current.connection.phase === 'refused') this.#readiness.renew();
    this.#shown.change({ connection: state });
    if (state.phase !== 'refused') return;
    const error = { code: errorCodeOf(state.code), message: state.reason };
    this.#readiness.refuse(new AgentError(error.code, error.message));
    if (this.#turns.isWorking) this.#turns.fail(error);
    else this.#options.emit('ha-error', error);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#onWelcome(message);
      case 'tool.call':
        // An id of another turn could name a row that is there already.
        if (message.call.startsWith(`${message.turn}.`) && this.#turns.isCurrent(message.turn)) {
          void this.#calls.receive(message);
        }
        return;
      case 'tool.cancel':
        return this.#calls.cancel(message);
      case 'notice':
        if (message.kind !== 'going_away') this.#shown.note(message.message);
        return;
      case 'ack':
      case 'tool.settled':
        return;
      case 'turn.started':
      case 'turn.text':
      case 'turn.thought':
      case 'turn.ended':
      case 'turn.failed':
        return this.#turns.receive(message);
    }
  }

  #onWelcome({ session, resumed, limits: given, tools, model }: Welcome): void {
    const wasLost = !resumed && this.#session !== undefined;
    this.#session = session;
    this.#limits = given;
    this.#offer.tell();
    if (resumed) {
      this.#turns.resume();
      this.#calls.resume();
    } else {
      const failed = this.#turns.restart();
      if (wasLost) this.#shown.apply({ type: 'session-renewed' });
      if (wasLost && !failed && this.#shown.current.items.length > 0) {
        this.#shown.note('The server no longer has this conversation. What follows is a new one.');
      }
      this.#options.emit('ha-ready', { tools, model: model.label, rehearsal: model.rehearsal });
    }
    this.#readiness.fulfil();
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
