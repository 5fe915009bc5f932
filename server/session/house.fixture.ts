import { limits as defaultLimits, type Limits } from '../../shared/limits.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { scriptedModel, type ScriptedModel, type ScriptedStep } from '../../testing/scripted-model.ts';
import { silentLog } from '../log.ts';
import type { SessionEvent } from '../loop/event.ts';
import type { ServerTool } from '../loop/server-tool.ts';
import { ServerTools } from '../loop/server-tools.ts';
import type { ModelAdapter } from '../model/model.ts';
import { serverCeiling } from '../policy/tool-ceiling.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { Hello } from './session.ts';
import { Sessions } from './sessions.ts';

export type Store = SessionStore<SessionEvent>;

export function helloOf(changes: Partial<Hello> = {}): Hello {
  const hello = { type: 'hello', version: 1, tab: 't1', page: 'p1', locale: 'en', ledger: 'l1' } as const;
  return { ...hello, calls: [], builtins: ['memory_get', 'memory_put'], pageTools: [], ...changes };
}

/** Lets everything that waits for nothing but promises happen. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await new Promise(setImmediate);
}

export interface HouseOptions {
  readonly store?: (memory: Store) => Store;
  readonly model?: ModelAdapter;
  readonly limits?: Partial<Limits>;
  readonly toolChoice?: ToolChoice;
  readonly tools?: readonly ServerTool[];
  readonly allowTools?: readonly string[];
  readonly askTools?: readonly string[];
}

/** Servers on one store, with one clock that stands still and one model that follows a script. */
export class House {
  readonly clock = new FakeClock();
  readonly memory: Store = new MemorySessionStore<SessionEvent>({
    expiryMs: defaultLimits.sessionMs,
    now: this.clock.now,
  });
  readonly script: ScriptedModel;
  readonly #options: HouseOptions;

  constructor(steps: readonly ScriptedStep[] = [], options: HouseOptions = {}) {
    this.script = scriptedModel(steps);
    this.#options = options;
  }

  /** Another server. */
  node(): Sessions {
    const { store, model, limits, toolChoice, tools, allowTools, askTools = [] } = this.#options;
    return new Sessions({
      store: store?.(this.memory) ?? this.memory,
      model: model ?? this.script,
      limits: { ...defaultLimits, ...limits },
      instructions: '',
      ...(toolChoice && { toolChoice }),
      ...(tools && { serverTools: new ServerTools(tools) }),
      ceiling: serverCeiling(allowTools, askTools),
      clock: this.clock,
      log: silentLog,
      soon: setImmediate,
      random: () => 0.5,
    });
  }

  async events(session: string): Promise<readonly SessionEvent[]> {
    return ((await this.memory.read(session)) ?? []).map(({ event }) => event);
  }
}
