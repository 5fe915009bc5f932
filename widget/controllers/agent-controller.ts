import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Agent, type AgentSettings } from '../agent/agent.ts';
import type { Emit } from '../agent/agent-event.ts';
import type { AgentSnapshot } from '../agent/snapshot.ts';
import type { SiteTool } from '../registry/site-tool.ts';
import type { Intents } from '../views/intents.ts';

interface AgentHost {
  readonly settings: () => AgentSettings;
  readonly siteTools: () => readonly SiteTool[];
}

/** Owns the agent: gives it the element's life and settings, and draws the element when it changes. */
export class AgentController implements ReactiveController {
  readonly agent: Agent;
  readonly #element: ReactiveControllerHost;
  readonly #host: AgentHost;
  readonly #titles = new Map<string, string>();
  #siteTools: readonly SiteTool[] | undefined;
  #isArriving = false;

  constructor(element: ReactiveControllerHost & HTMLElement, host: AgentHost) {
    this.#element = element;
    this.#host = host;
    this.agent = new Agent({ onChange: () => element.requestUpdate(), emit: emitterOf(element) });
    element.addController(this);
  }

  get snapshot(): AgentSnapshot {
    return this.agent.snapshot;
  }

  /** What the site's tools call themselves. Kept after a tool is gone: its calls stay in the transcript. */
  get titles(): ReadonlyMap<string, string> {
    return this.#titles;
  }

  /** What a failed intent says is in the transcript already; nobody else waits for it. */
  readonly intents: Intents = {
    send: (text) => void this.agent.send(text).catch(() => {}),
    stop: () => this.agent.stop(),
    retry: (message) => this.intents.send(this.#textOf(message)),
    retryNow: () => this.agent.retryNow(),
    decide: (call, decision, click) => this.agent.decide(call, decision, click),
  };

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
    if (this.#isArriving) this.agent.connect();
    this.#isArriving = false;
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
    for (const tool of tools) this.#learnTitle(tool);
    try {
      this.agent.setSiteTools(tools);
    } catch (error) {
      // A mistake in the page's tools is the page's to hear of; the conversation is drawn all the same.
      reportError(error);
    }
  }

  #learnTitle({ name, title }: SiteTool): void {
    if (title) this.#titles.set(name, title);
  }

  #textOf(message: string): string {
    const item = this.snapshot.items.find(({ kind, id }) => kind === 'user' && id === message);
    return item?.kind === 'user' ? item.text : message;
  }
}

/** The events bubble within the tree that holds the element, and go no further. */
function emitterOf(element: HTMLElement): Emit {
  return (name, detail) => {
    const cancelable = name === 'ha-send' || name === 'ha-tool-request';
    return element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable }));
  };
}
