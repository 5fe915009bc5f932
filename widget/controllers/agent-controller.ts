import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ToolChoice } from '../../shared/protocol.ts';
import { Agent } from '../agent/agent.ts';
import type { Emit } from '../agent/agent-event.ts';
import { browserParts, type Later } from '../agent/parts.ts';
import type { AgentSettings } from '../agent/options.ts';
import type { AgentSnapshot } from '../agent/snapshot.ts';
import type { SiteTool } from '../registry/site-tool.ts';
import type { Intents } from '../views/intents.ts';
import { type CustomStates, showStates, statesOf } from './custom-states.ts';

interface AgentHost {
  readonly settings: () => AgentSettings;
  /** Whatever the page has put into the property. */
  readonly siteTools: () => readonly SiteTool[] | null | undefined;
  /** Whether somebody may want to talk. Until then nothing connects. */
  readonly isWanted: () => boolean;
  /** Has a screen reader say something. */
  readonly say: (text: string) => void;
}

/** Owns the agent: gives it the element's life and settings, and draws the element when it changes. */
export class AgentController implements ReactiveController {
  readonly agent: Agent;
  readonly #element: ReactiveControllerHost;
  readonly #host: AgentHost;
  readonly #titles = new Map<string, string>();
  readonly #states: CustomStates;
  #siteTools: readonly SiteTool[] | null | undefined;
  #isArriving = false;
  #isSpeaking = false;

  constructor(element: ReactiveControllerHost & HTMLElement, host: AgentHost) {
    this.#element = element;
    this.#host = host;
    this.#states = statesOf(element);
    this.agent = new Agent(
      { onChange: () => element.requestUpdate(), emit: emitterOf(element) },
      browserParts(loadLater),
    );
    element.addController(this);
  }

  get snapshot(): AgentSnapshot {
    return this.agent.snapshot;
  }

  /** What the site's tools call themselves. Kept after a tool is gone: its calls stay in the transcript. */
  get titles(): ReadonlyMap<string, string> {
    return this.#titles;
  }

  readonly intents: Intents = {
    send: (text, origin) => this.agent.say(text, origin),
    stop: () => this.agent.stop(),
    clear: () => this.agent.clear(),
    retry: (message) => {
      const item = this.snapshot.items.find(({ id }) => id === message);
      if (item?.kind === 'user') this.agent.say(item.text, item.origin);
    },
    ending: (call) => this.agent.ending(call),
    say: (text) => this.#host.say(text),
    draft: () => this.agent.draft,
    retryNow: () => this.agent.retryNow(),
    decide: (call, decision, click, changed) => this.agent.decide(call, decision, click, changed),
    decideAll: (calls, decision, click) => this.agent.decideAll(calls, decision, click),
    extend: (call) => this.agent.extend(call),
    permissions: () => this.agent.permissions(),
    grants: () => this.agent.grants,
    record: () => this.agent.record,
  };

  send(text: string, options?: { readonly toolChoice?: ToolChoice }): Promise<{ text: string }> {
    this.#isSpeaking = true;
    this.#element.requestUpdate();
    return this.agent.send(text, options);
  }

  registerTool(tool: SiteTool, options?: { signal?: AbortSignal }): () => void {
    const remove = this.agent.registerTool(tool, options);
    this.#learnTitle(tool);
    return remove;
  }

  /** Connecting waits for the update: only then are properties known that were set on the bare element. */
  hostConnected(): void {
    this.#isArriving = true;
    this.#element.requestUpdate();
  }

  hostUpdate(): void {
    this.#configure();
    if (!this.#isArriving || !(this.#isSpeaking || this.#host.isWanted())) return;
    this.#isArriving = false;
    this.agent.connect();
  }

  hostUpdated(): void {
    showStates(this.#states, this.snapshot);
  }

  /** The agent itself waits a moment: an element that is only moved keeps its session. */
  hostDisconnected(): void {
    this.#isArriving = false;
    this.agent.disconnect();
  }

  #configure(): void {
    this.agent.configure(this.#host.settings());
    const tools = this.#host.siteTools();
    if (tools === this.#siteTools) return;
    this.#siteTools = tools;
    if (!this.agent.setSiteTools(tools ?? [])) return;
    for (const tool of tools ?? []) this.#learnTitle(tool);
  }

  #learnTitle({ name, title }: SiteTool): void {
    if (title) this.#titles.set(name, title);
  }
}

async function loadLater(): Promise<Later> {
  const later = await import('./later.ts');
  later.defineCard();
  return later;
}

/** The events bubble within the tree that holds the element, and go no further. */
function emitterOf(element: HTMLElement): Emit {
  return (name, detail) => {
    const cancelable = name === 'ha-send' || name === 'ha-tool-request';
    return element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable }));
  };
}
