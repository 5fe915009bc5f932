import type { Failure } from '../connection/failure.ts';
import { storageOf, type Persist } from '../connection/kept-session.ts';
import { openWebSocket, type OpenSocket } from '../connection/socket.ts';
import type { View } from '../connection/view-watch.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import { openMemory } from '../memory/open-memory.ts';
import type { BrowserTool } from '../registry/browser-tool.ts';
import type { OfferedTool } from '../registry/registered-tool.ts';
import { browserClock, type Clock } from '../tab/clock.ts';
import { currentTab, type EnteredTab, type TabStorage } from '../tab/tab.ts';
import type { Locks } from '../tab/hold-lock.ts';
import { offeredTools } from '../tools/supported.ts';
import type { Continuity } from './continuity.ts';
import type { createCalls } from './create-calls.ts';

/** What is loaded when it is needed. */
export interface Later {
  readonly createCalls: typeof createCalls;
  readonly builtins: readonly BrowserTool[];
  readonly Continuity: typeof Continuity;
}

/** What an agent takes from its surroundings; a test brings its own. */
export interface AgentParts {
  /** What may be offered before the tools themselves are loaded. */
  readonly builtins: readonly OfferedTool[];
  readonly openMemory: (namespace: string) => MemoryStore;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly random: () => number;
  readonly tab: () => EnteredTab;
  /** The page's base URL. */
  readonly baseUrl: () => string;
  /** Where the page is. */
  readonly url: () => string;
  /** Where `online`, `pageshow` and `pagehide` are heard. */
  readonly page: EventTarget;
  readonly view: View;
  /** Missing without https and in old browsers. */
  readonly locks: () => Locks | undefined;
  readonly storage: (persist: Persist) => TabStorage | undefined;
  readonly fetch: (url: URL, options: RequestInit) => Promise<Response>;
  readonly loadLater: () => Promise<Later>;
  /** Where the page's policy says what it blocked. */
  readonly policy: EventTarget;
  readonly locale: () => string;
  /** Whether the person has just clicked or typed. */
  readonly hasGesture: () => boolean;
  /** Tells the developer why a connection failed. */
  readonly explain: (failure: Failure) => void;
  /** Tells the developer of what is probably a slip. */
  readonly warn: (sentence: string) => void;
  /** Tells the developer of what can not work. */
  readonly report: (sentence: string) => void;
}

export function browserParts(loadLater: () => Promise<Later>): AgentParts {
  return {
    builtins: offeredTools,
    openMemory: (namespace) => openMemory(namespace),
    openSocket: openWebSocket,
    clock: browserClock,
    random: Math.random,
    tab: () => currentTab(),
    baseUrl: () => document.baseURI,
    url: () => location.href,
    page: window,
    view: document,
    locks: () => navigator.locks,
    storage: storageOf,
    fetch: (url, options) => fetch(url, options),
    loadLater,
    policy: document,
    locale: () => navigator.language,
    hasGesture: () => navigator.userActivation?.isActive ?? false,
    explain: (failure) => void explain(failure),
    warn: (sentence) => console.warn(`headless-agent: ${sentence}`),
    report: (sentence) => console.error(`headless-agent: ${sentence}`),
  };
}

async function explain(failure: Failure): Promise<void> {
  try {
    const { diagnose } = await import('../connection/diagnose.ts');
    await diagnose(failure);
  } catch {
    // The server that would bring the explanation may be the one that is gone.
  }
}
