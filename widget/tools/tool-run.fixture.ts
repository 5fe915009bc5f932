import { outcomeOf, type Outcome } from '../../scripts/wtr/outcome.ts';
import { RamMemory } from '../memory/ram-memory.ts';
import type { BrowserContext, BrowserTool } from '../registry/browser-tool.ts';
import type { StartTimer } from './bounded.ts';

export function context(parts: Partial<BrowserContext> = {}): BrowserContext {
  return {
    signal: new AbortController().signal,
    progress: () => {},
    navigating: () => {},
    idempotencyKey: '1.1.1',
    memory: new RamMemory(),
    isTainted: () => false,
    taint: () => {},
    ...parts,
  };
}

/** Runs a tool as dispatch does: arguments parsed, body, value parsed. */
export async function callTool(tool: BrowserTool, args: unknown, parts?: Partial<BrowserContext>): Promise<Outcome> {
  const { run } = await tool.prepare(args);
  return outcomeOf(run(context(parts)));
}

/** What `check` found before anyone was asked. */
export function checkTool(tool: BrowserTool): Promise<Outcome> {
  return outcomeOf(tool.check?.() ?? Promise.resolve());
}

/** A clock that only moves when told. */
export function fakeTimers(): { readonly startTimer: StartTimer; readonly fire: (ms?: number) => void } {
  const timers = new Set<{ readonly ms: number; readonly run: () => void }>();
  const startTimer: StartTimer = (ms, run) => {
    const timer = { ms, run };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const fire = (ms?: number) => {
    for (const timer of [...timers]) {
      if (ms !== undefined && timer.ms !== ms) continue;
      timers.delete(timer);
      timer.run();
    }
  };
  return { startTimer, fire };
}
