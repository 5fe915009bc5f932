import { hashOf, type Permission, type PermitRequest } from '../approvals/approvals.ts';
import type { Decision } from '../approvals/ask.ts';
import { Ledger } from '../ledger/ledger.ts';
import { RamStorage } from '../ledger/ram-storage.ts';
import { RamMemory } from '../memory/ram-memory.ts';
import type { BrowserContext, BrowserTool } from '../registry/browser-tool.ts';
import type { RegisteredTool } from '../registry/registered-tool.ts';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import type { Call, DispatchPorts } from './dispatch.ts';

export const call: Call = { session: 'session', call: '1.0.0', name: 'probe', args: { a: 1 } };

/** A tool that does what a test says. */
export function probe(
  run: (context: BrowserContext) => Promise<unknown>,
  fields: Partial<BrowserTool> = {},
  registered: Partial<RegisteredTool> = {},
): RegisteredTool {
  const tool: BrowserTool = {
    definition: {
      ...{ name: 'probe', description: 'A probe.', readOnly: false, ask: false, reads: 'nothing', sink: 'none' },
      ...{ grant: 'session', editable: [], feedback: 'full' },
      ...{ trusted: true, gesture: false, browserAsks: false, timeoutMs: 30_000 },
    },
    supported: () => true,
    prepare: async () => ({ args: { a: 1 }, run }),
    ...fields,
  };
  return { tool, siteTool: false, title: undefined, definition: undefined, ...registered };
}

/** What whoever decides says of a call. */
export function permission(request: PermitRequest, decision: Decision = 'once'): Permission {
  return { decision, by: 'person', hash: hashOf(request, request.args), isChanged: false };
}

/** A page in which everything is allowed. What happens is written into `log`. */
export function openPorts(tool: RegisteredTool | undefined, fields: Partial<DispatchPorts> = {}) {
  const log: string[] = [];
  const clock = new FakeClock();
  const memory = new RamMemory();
  const tab = { tab: 'tab', page: 'page', ledger: 'ledger' };
  const ledger = new Ledger({ storage: new RamStorage(), tab, now: clock.now, url: () => 'https://shop.example.com/' });
  const ports: DispatchPorts = {
    find: () => tool,
    request: () => true,
    permit: async (request) => permission(request),
    record: async (asked) => ledger.of(asked),
    attached: async () => {},
    started: ({ call: id }) => log.push(`started ${id}`),
    progress: ({ call: id }, state) => log.push(`progress ${id} ${state}`),
    late: ({ call: id }, result) => log.push(`late ${id} ${JSON.stringify(result)}`),
    changed: ({ call: id }, args) => log.push(`changed ${id} ${JSON.stringify(args)}`),
    taint: ({ call: id }, source) => log.push(`taint ${id} ${source}`),
    isTainted: () => false,
    memory: () => memory,
    maxResultBytes: () => 32_768,
    clock,
    ...fields,
  };
  return { ports, log, clock, memory, ledger };
}
