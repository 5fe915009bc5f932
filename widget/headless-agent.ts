import { LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { ToolChoice } from '../shared/protocol.ts';
import type { AgentEvents } from './agent/agent-event.ts';
import type { ApprovalHandler, Policy } from './approvals/site-policy.ts';
import type { GetTicket } from './connection/tickets.ts';
import { AgentController } from './controllers/agent-controller.ts';
import { AnnouncerController } from './controllers/announcer-controller.ts';
import { FocusController } from './controllers/focus-controller.ts';
import { LanguageController } from './controllers/language-controller.ts';
import { ScrollController } from './controllers/scroll-controller.ts';
import { ShapeController, shapeProperties } from './controllers/shape-controller.ts';
import type { SiteTool } from './registry/site-tool.ts';
import { type Strings, words } from './strings/words.ts';
import { handlerOf, type Mode } from './shape/mode.ts';
import { styles } from './styles/styles.ts';
import { browserClock } from './tab/clock.ts';
import { defineViews } from './views/define-views.ts';
import { panel } from './views/panel.ts';
import { Ticker } from './views/ticker.ts';

/**
 * A conversation with a language model that acts in this page, with every delicate call approved by the person.
 *
 * @element headless-agent
 * @attr server - the agent server: `wss:`, `https:` or relative; left out, the origin that served the script
 * @attr tools - the built-in tools that may be used: names and patterns like `memory_*`
 * @attr ask - tools that always ask
 * @attr allow - tools that need not ask, where their definition permits that
 * @attr deny - tools that never run
 * @attr approval-timeout - for how many seconds a question stays open, where that is less than the server's time
 * @attr remember - the longest yes that people can give: `none`, `session` or `always`
 * @attr framed-danger - asks about dangerous calls even inside a page of another origin
 * @attr tool-choice - for messages that ask for nothing else: `auto`, `required`, `none`, or the name of one tool
 * @attr persist - how long a conversation lasts: `none`, over a reload in this `tab`, on this `device`
 * @attr ticket-url - where the site's backend gives a ticket to whoever may use the server
 * @attr lang - the language of its words; left out, that of the page around it
 * @attr label - the name of the assistant
 * @attr placeholder - the words in the empty composer
 * @attr theme - `auto` follows the page's color-scheme; `light`; `dark`
 * @attr mode - how it stands in the page: `inline`, `bubble`, `dock`, `fullscreen`, or `none`, which draws nothing
 * @attr open - whether the panel of a bubble, dock or full screen is open
 * @attr for - the id of the page's own button that opens it
 * @attr placement - where a bubble or dock stands: `bottom-end`, `bottom-start`, `top-end`, `top-start`; `end`, `start`
 * @attr density - `comfortable`, or `compact` with less room around things
 * @slot launcher - replaces the picture on the button that opens it
 * @slot empty - replaces the words of an empty conversation
 * @slot privacy - a line below the composer, such as a link to a privacy notice
 * @fires ha-ready - connected and able
 * @fires ha-status - the status changed
 * @fires ha-send - before a message is sent; cancelable
 * @fires ha-tool-request - before a call is decided on; canceling it denies the call
 * @fires ha-approval-open - a question was put to the person
 * @fires ha-approval-close - a question was settled
 * @fires ha-tool-start - a tool began to run
 * @fires ha-tool-end - a call has its outcome
 * @fires ha-message - a whole message
 * @fires ha-error - something failed
 * @fires ha-show - the panel was opened
 * @fires ha-hide - the panel was closed
 */
export class HeadlessAgent extends LitElement {
  static readonly version: string = '0.1.0';
  /** Where an element without `server` connects to. */
  static defaultServer: string | undefined;

  static override styles = styles;
  static override properties: PropertyDeclarations = {
    server: {},
    tools: {},
    ask: {},
    allow: {},
    deny: {},
    approvalTimeout: { attribute: 'approval-timeout' },
    remember: {},
    framedDanger: { type: Boolean, attribute: 'framed-danger' },
    policy: { attribute: false },
    approvalHandler: { attribute: false },
    toolChoice: { attribute: 'tool-choice' },
    persist: {},
    ticketUrl: { attribute: 'ticket-url' },
    getTicket: { attribute: false },
    label: {},
    placeholder: {},
    theme: { reflect: true },
    ...shapeProperties,
    strings: { attribute: false },
    siteTools: { attribute: false },
  };

  declare server: string | null;
  declare tools: string | null;
  declare ask: string | null;
  declare allow: string | null;
  declare deny: string | null;
  /** In seconds. */
  declare approvalTimeout: string | number | null;
  declare remember: 'none' | 'session' | 'always' | null;
  declare framedDanger: boolean;
  /** The site's own word about each call: it can ask or deny, and nothing else. One that throws denies. */
  declare policy: Policy | null | undefined;
  /** Asked in place of the person, where there is nobody to see a card. */
  declare approvalHandler: ApprovalHandler | null | undefined;
  /** `auto`, `required`, `none` or the name of a tool. The server's own where it is missing. */
  declare toolChoice: string | null;
  declare persist: 'none' | 'tab' | 'device' | null;
  declare ticketUrl: string | null;
  /** Brings a ticket for the server. Goes before `ticket-url`. */
  declare getTicket: GetTicket | null | undefined;
  declare label: string;
  declare placeholder: string;
  declare theme: 'auto' | 'light' | 'dark';
  declare mode: Mode;
  declare open: boolean;
  declare for: string | null | undefined;
  declare placement: string | null | undefined;
  declare density: 'comfortable' | 'compact' | null | undefined;
  /** Words that replace the element's own, in whatever language. */
  declare strings: Strings | null | undefined;
  /** Tools of the site's own. May be set before the element is defined. */
  declare siteTools: readonly SiteTool[] | null | undefined;

  readonly #agent = new AgentController(this, {
    settings: () => ({
      server: this.server ?? HeadlessAgent.defaultServer,
      tools: this.tools,
      ask: this.ask ?? '',
      deny: this.deny ?? '',
      allow: this.allow,
      approvalTimeout: this.approvalTimeout,
      remember: this.remember,
      framedDanger: this.framedDanger,
      policy: this.policy,
      approvalHandler: this.approvalHandler ?? handlerOf(this.mode),
      toolChoice: this.toolChoice,
      persist: this.persist,
      ticketUrl: this.ticketUrl,
      getTicket: this.getTicket,
    }),
    siteTools: () => this.siteTools,
    isWanted: () => this.#shape.isWanted,
    say: (text) => this.#announcer.say(text),
  });
  readonly #shape = new ShapeController(this, () => ({ label: this.#name, snapshot: this.#agent.snapshot }));
  readonly #language = new LanguageController(this, () => this.strings);
  readonly #announcer = new AnnouncerController(this, {
    snapshot: () => this.#agent.snapshot,
    label: () => this.#name,
    titles: () => this.#agent.titles,
  });
  readonly #retryTicker = new Ticker(this, {
    clock: () => browserClock,
    deadline: () => {
      const { connection } = this.#agent.snapshot;
      return connection.phase === 'lost' ? connection.retryAt : undefined;
    },
    shownMs: Number.POSITIVE_INFINITY,
  });

  /**
   * Defines the element, once a page. A second copy of the package leaves the first one's element in place.
   */
  static define(tag = 'headless-agent'): void {
    if (typeof customElements === 'undefined') return;
    const first = customElements.get(tag);
    if (!first) {
      customElements.define(tag, this);
      return;
    }
    const other = 'version' in first ? String(first.version) : 'unknown';
    if (other === this.version) return;
    console.warn(`<${tag}> ${other} is on this page already; version ${this.version} stays unused.`);
  }

  constructor() {
    super();
    defineViews();
    this.server = null;
    this.tools = null;
    this.ask = null;
    this.deny = null;
    this.allow = null;
    this.approvalTimeout = null;
    this.remember = null;
    this.framedDanger = false;
    this.policy = null;
    this.approvalHandler = null;
    this.toolChoice = null;
    this.persist = null;
    this.ticketUrl = null;
    this.getTicket = null;
    this.label = '';
    this.placeholder = '';
    this.theme = 'auto';
    this.strings = null;
    this.siteTools = [];
    const drawn = () => this.#drawn();
    new ScrollController(this, { snapshot: () => this.#agent.snapshot, drawn });
    new FocusController(this, { root: () => this.shadowRoot, drawn, focusComposer: () => this.focus() });
  }

  /**
   * Resolves when the element is connected and able. A refusal rejects it; another try makes a new one.
   *
   * @throws AgentError that says why the server refuses this page.
   */
  get ready(): Promise<void> {
    return this.#agent.agent.ready;
  }

  /**
   * Says something for the person. Resolves with the answer once the turn has ended.
   *
   * @throws AgentError when the turn fails, is stopped or may not begin; TypeError when the element is in no document.
   */
  async send(text: string, options?: { toolChoice?: ToolChoice }): Promise<{ text: string }> {
    if (!this.isConnected) throw new TypeError('send: put the element into a document first.');
    return this.#agent.send(text, options);
  }

  /** Ends the turn that is going on. */
  stop(): void {
    this.#agent.agent.stop();
  }

  /** Empties the conversation and begins a new one. */
  clear(): void {
    this.#agent.agent.clear();
  }

  /**
   * Adds a tool of the site's own. Returns what removes it; aborting the signal does the same.
   *
   * @throws TypeError when the tool's name or fields are wrong.
   */
  registerTool(tool: SiteTool, options?: { signal?: AbortSignal }): () => void {
    return this.#agent.registerTool(tool, options);
  }

  /** Opens the panel of a bubble, dock or full screen. */
  show(): void {
    this.open = true;
  }

  /** Closes it. The conversation goes on. */
  hide(): void {
    this.open = false;
  }

  toggle(): void {
    this.open = !this.open;
  }

  /** Puts the focus into the composer. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('headless-agent-composer')?.focus(options);
  }

  /** While an answer is made, once a frame, however often something is heard. A hidden page has no frames. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.#agent.snapshot.working && !document.hidden) await new Promise(requestAnimationFrame);
    await this.#language.choose();
    await super.scheduleUpdate();
  }

  protected override performUpdate(): void {
    this.#language.draw(() => super.performUpdate());
  }

  protected override render(): TemplateResult {
    return panel({
      ...this.#agent.snapshot,
      label: this.#name,
      placeholder: this.placeholder || words.placeholder,
      titles: this.#agent.titles,
      secondsLeft: this.#retryTicker.secondsLeft,
      lines: this.#announcer.lines,
      intents: this.#agent.intents,
    });
  }

  get #name(): string {
    return this.label || words.label;
  }

  /** The list, once it and the cards in it are drawn. */
  async #drawn(): Promise<HTMLElement | null> {
    const transcript = this.renderRoot.querySelector('headless-agent-transcript');
    await transcript?.updateComplete;
    return transcript?.querySelector<HTMLElement>('.list') ?? null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'headless-agent': HeadlessAgent;
  }
  interface HTMLElementEventMap extends AgentEventMap {}
}

type AgentEventMap = { [Name in keyof AgentEvents]: CustomEvent<AgentEvents[Name]> };
