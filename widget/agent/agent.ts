import type { JsonObject } from '../../shared/json.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import { cleanTaint } from '../../shared/taint.ts';
import type { Scope } from '../approvals/ask.ts';
import type { GrantList } from '../approvals/grant.ts';
import type { RecordList } from '../approvals/recorded-call.ts';
import type { ToolPermission } from '../approvals/tool-permission.ts';
import { answerOf } from '../conversation/conversation.ts';
import { Registry } from '../registry/registry.ts';
import type { SiteTool } from '../registry/site-tool.ts';
import { entry as words } from '../strings/en-entry.ts';
import type { Calls } from './calls.ts';
import type { Continuity } from './continuity.ts';
import { Link } from './link.ts';
import type { AgentOptions, AgentSettings } from './options.ts';
import type { AgentParts } from './parts.ts';
import { Readiness } from './readiness.ts';
import { Reception } from './reception.ts';
import type { AgentSnapshot } from './snapshot.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';
import { ToolOffer } from './tool-offer.ts';
import { Turns } from './turns.ts';
import { Voice, type Origin } from './voice.ts';

/** An element that is only being moved comes back within this time and keeps its socket. */
const moveMs = 100;

/** The browser's side of the product, without anything to look at. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #parts: AgentParts;
  readonly #readiness = new Readiness();
  readonly #shown: SnapshotKeeper;
  readonly #registry: Registry;
  readonly #offer: ToolOffer;
  readonly #turns: Turns;
  readonly #voice: Voice;
  readonly #reception: Reception;
  readonly #link: Link;
  #calls: Calls | undefined;
  #settings: AgentSettings | undefined;
  #callOffLeave = (): void => {};

  constructor(options: AgentOptions, parts: AgentParts) {
    this.#options = options;
    this.#parts = parts;
    this.#shown = new SnapshotKeeper(options, () => this.#turns.isWorking);
    this.#registry = new Registry({
      builtins: parts.builtins,
      onChange: () => {
        this.#offer.changed();
        this.#link.continuity?.lateTools.check();
      },
      warn: parts.warn,
      report: parts.report,
    });
    this.#offer = new ToolOffer({
      current: () => this.#registry.offer(),
      send: (message) => this.#link.send(message),
    });
    this.#reception = this.#createReception();
    this.#link = this.#createLink();
    this.#turns = this.#createTurns();
    this.#voice = new Voice({
      snapshot: () => this.#shown.current,
      maxChars: () => this.#reception.limits.maxMessageChars,
      begin: (text, toolChoice, origin) => this.#begin(text, toolChoice, origin),
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

  configure(settings: AgentSettings): void {
    this.#settings = settings;
    this.#registry.configure(settings);
    this.#link.configure(settings);
  }

  connect(): void {
    this.#callOffLeave();
    this.#link.connect();
  }

  /** Takes effect unless `connect` follows within a moment. */
  disconnect(): void {
    this.#callOffLeave();
    this.#callOffLeave = this.#parts.clock.after(moveMs, () => {
      this.#reception.stop();
      this.#link.leave(() => this.#turns.stop(words.takenOff));
    });
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
  say(text: string, origin?: Origin): boolean {
    return this.#voice.say(text, origin);
  }

  stop(): void {
    this.#turns.stop(words.errors.turn_cancelled);
  }

  /** Begins a conversation anew. The server deletes the one before. */
  clear(): void {
    this.#turns.forget();
    this.#reception.forgetSession();
    this.#shown.change({ items: [], restoring: false, taint: cleanTaint });
    this.#link.continuity?.lateTools.clear();
    this.#link.clear();
  }

  retryNow(): void {
    this.#link.retryNow();
  }

  /** Answers an open question. Nothing happens unless the click was the person's own and the server is there. */
  decide(call: string, decision: Scope | 'denied', click: Event, changed?: JsonObject): boolean {
    return this.#approvals(decision)?.decide(call, decision, click, changed) ?? false;
  }

  /** The same for several at once. */
  decideAll(calls: readonly string[], decision: 'once' | 'denied', click: Event): boolean {
    return this.#approvals(decision)?.decideAll(calls, decision, click) ?? false;
  }

  /** How to end this one call for the person; undefined where this page does not run it. */
  ending(call: string): (() => void) | undefined {
    return this.#calls?.ending(call);
  }

  /** Where a text that is not sent yet outlives the page; undefined until that is loaded. */
  get draft(): Continuity['draft'] | undefined {
    return this.#link.continuity?.draft;
  }

  /** Gives the person more time for a question. */
  extend(call: string): void {
    this.#calls?.gate.approvals.extend(call);
  }

  /** What the person has allowed for longer; undefined until that is loaded. */
  get grants(): GrantList | undefined {
    return this.#calls?.gate.grants;
  }

  /** The calls that this browser remembers; undefined until that is loaded. */
  get record(): RecordList | undefined {
    return this.#calls?.gate.record;
  }

  /** What each tool may do as things stand. */
  permissions(): readonly ToolPermission[] {
    return this.#calls?.gate.permissions() ?? [];
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

  #approvals(decision: Scope | 'denied'): Calls['gate']['approvals'] | undefined {
    return decision === 'denied' || this.#link.isOpen ? this.#calls?.gate.approvals : undefined;
  }

  #begin(text: string, toolChoice: ToolChoice | undefined, origin: Origin): Promise<{ readonly text: string }> {
    this.#calls?.said(origin);
    return this.#turns.begin(text, toolChoice ?? choiceOf(this.#settings?.toolChoice), origin);
  }

  #createReception(): Reception {
    return new Reception({
      clock: this.#parts.clock,
      shown: this.#shown,
      readiness: this.#readiness,
      offer: this.#offer,
      link: () => this.#link,
      turns: () => this.#turns,
      calls: () => this.#calls,
      emit: this.#options.emit,
    });
  }

  #createLink(): Link {
    return new Link({
      parts: this.#parts,
      tab: this.#parts.tab(),
      hello: () => ({ ...this.#link.memories, locale: this.#parts.locale(), ...this.#offer.take() }),
      onMessage: (message) => this.#reception.receive(message),
      onState: (state) => this.#reception.onState(state),
      onOtherServer: () => {
        this.#turns.stop(words.otherServer);
        this.#turns.forget();
        this.#reception.forgetSession();
        this.#shown.apply({ type: 'session-renewed' });
      },
      expect: (restoring) => this.#shown.change({ restoring }),
      isRestoring: () => this.#shown.current.restoring,
      onNothingKept: (pending) => this.#reception.beginWith(pending),
      pending: () => this.#turns.pending,
      kept: () => this.#turns.kept,
      keep: (results) => this.#turns.keep(results),
      sessionMs: () => this.#reception.limits.sessionMs,
      hasTool: ({ name, definition }) => this.#registry.find(name)?.definition === definition,
      deliver: (call) => {
        if (this.#turns.isCurrent(call.turn)) void this.#calls?.receive(call);
      },
      onLoaded: (later) => {
        this.#registry.load(later.builtins);
        this.#calls = later.createCalls({
          parts: this.#parts,
          registry: this.#registry,
          shown: this.#shown,
          turns: this.#turns,
          link: this.#link,
          reception: this.#reception,
          emit: this.#options.emit,
          settings: () => this.#settings ?? {},
        });
        const { connection } = this.#shown.current;
        if (connection.phase !== 'open') return;
        // A session that was taken up may still have something to say before anything begins.
        if (connection.welcome.resumed) this.#link.send({ type: 'ack' });
        else this.#calls.confirm();
      },
    });
  }

  #createTurns(): Turns {
    return new Turns({
      send: (message) => this.#link.send(message),
      apply: (event) => this.#shown.apply(event),
      answerOf: (turn) => answerOf(this.#shown.current.items, turn),
      onOver: (reason) => this.#calls?.forget(reason),
      onFailed: (error) => void this.#options.emit('ha-error', error),
      onAnswered: (text) => void this.#options.emit('ha-message', { role: 'agent', text }),
      onPending: () => this.#link.save(),
    });
  }
}

function choiceOf(choice: string | null | undefined): ToolChoice | undefined {
  if (!choice) return undefined;
  return choice === 'auto' || choice === 'required' || choice === 'none' ? choice : { tool: choice };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
