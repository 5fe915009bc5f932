import { FakeServer } from '../connection/fake-server.fixture.ts';
import type { Failure } from '../connection/failure.ts';
import type { Item } from '../conversation/items.ts';
import { RamStorage } from '../ledger/ram-storage.ts';
import { RamMemory } from '../memory/ram-memory.ts';
import type { BrowserContext, BrowserTool } from '../registry/browser-tool.ts';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import { Agent } from './agent.ts';
import type { AgentEventName, AgentEvents, Emit } from './agent-event.ts';
import { Continuity } from './continuity.ts';
import { createCalls } from './create-calls.ts';
import type { AgentSettings } from './options.ts';
import type { AgentParts } from './parts.ts';

export type Run = (context: BrowserContext) => Promise<unknown>;

function builtin(name: string, ask: boolean, run: Run): BrowserTool {
  return {
    definition: {
      ...{ name, description: 'A tool.', readOnly: false, ask, reads: 'nothing', sink: 'none' },
      ...{ grant: 'session', editable: [], feedback: 'full' },
      ...{ trusted: true, gesture: false, browserAsks: false, timeoutMs: 30_000 },
    },
    supported: () => true,
    prepare: async () => ({ args: {}, run }),
  };
}

interface Change {
  readonly run?: Run;
  /** Built-in tools besides those two. */
  readonly tools?: readonly BrowserTool[];
  readonly parts?: Partial<AgentParts>;
  readonly settings?: Partial<AgentSettings>;
}

/** An agent with a server that the test plays. `speak` runs unasked, `clipboard_write` asks. */
export function startAgent({ run = async () => 'done', tools = [], parts = {}, settings = {} }: Change = {}) {
  const server = new FakeServer();
  const clock = new FakeClock();
  const storage = new RamStorage();
  const page = new EventTarget();
  const events: { name: AgentEventName; detail: AgentEvents[AgentEventName] }[] = [];
  const vetoes = new Set<AgentEventName>();
  const builtins = [builtin('speak', false, run), builtin('clipboard_write', true, run), ...tools];
  const warnings: string[] = [];
  const failures: Failure[] = [];
  const emit: Emit = (name, detail) => {
    events.push({ name, detail });
    return !vetoes.has(name);
  };
  let changes = 0;
  const agent = new Agent(
    { onChange: () => (changes += 1), emit },
    {
      builtins: builtins.map(({ definition: { name }, supported }) => ({ name, supported })),
      openMemory: () => new RamMemory(),
      openSocket: server.openSocket,
      clock,
      random: () => 0.5,
      tab: () => ({ tab: 'tab', page: 'page', ledger: 'ledger', isReturning: false, former: undefined, storage }),
      baseUrl: () => 'https://shop.example.com/',
      url: () => 'https://shop.example.com/',
      page,
      view: Object.assign(new EventTarget(), { hidden: false }),
      locks: () => undefined,
      storage: () => undefined,
      fetch: () => Promise.reject(new TypeError('There is no network here.')),
      loadLater: async () => ({ createCalls, Continuity, builtins }),
      policy: new EventTarget(),
      locale: () => 'en',
      hasGesture: () => false,
      explain: (failure) => failures.push(failure),
      warn: (sentence) => warnings.push(sentence),
      report: (sentence) => warnings.push(sentence),
      ...parts,
    },
  );
  const persist = parts.storage ? 'tab' : 'none';
  agent.configure({ server: '/agent', tools: '*', ask: '', deny: '', persist, ...settings });
  agent.connect();
  return { agent, server, clock, page, events, vetoes, warnings, failures, changes: () => changes };
}

export type Harness = ReturnType<typeof startAgent>;

/** The element is taken off the page. */
export function leave({ agent, clock }: Harness): void {
  agent.disconnect();
  clock.advance(100);
}

/** Says something and lets the server begin turn 1 with it. */
export function beginTurn({ agent, server }: Harness, turn = 1) {
  const answer = agent.send('Hello');
  const end = answer.then(
    ({ text }) => text,
    (error: unknown) => error,
  );
  const message = server.socket.received.findLast(({ type }) => type === 'user.message');
  const id = message?.type === 'user.message' ? message.id : '';
  server.socket.say({ type: 'turn.started', at: `a${turn}`, turn, message: id });
  return { id, end };
}

/** The server asks for a call, and everything that follows at once has happened. */
export async function callTool({ server }: Harness, name: string, call = '1.0.0', turn = 1): Promise<void> {
  server.socket.say({ type: 'tool.call', at: `c${call}`, turn, call, name, args: {} });
  await settled();
}

/** The transcript in one line for each row. */
export function rows({ agent }: Harness): string[] {
  return agent.snapshot.items.map(row);
}

function row(item: Item): string {
  switch (item.kind) {
    case 'user':
      return `user ${item.text} ${item.state}`;
    case 'agent':
      return `agent ${item.text}`;
    case 'thought':
      return `thought ${item.text}`;
    case 'call':
      return `call ${item.id} ${item.state.phase}`;
    case 'note':
      return `note ${item.tone} ${item.text}`;
  }
}

/** A click of the person's own, as the browser marks it. */
export function trustedClick(): Event {
  return new Proxy(new Event('click'), {
    get: (target, key) => (key === 'isTrusted' ? true : Reflect.get(target, key)),
  });
}
