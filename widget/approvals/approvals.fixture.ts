import { deepFreeze } from '../../shared/json.ts';
import { cleanTaint, type Taint } from '../../shared/taint.ts';
import { clipboardWrite } from '../../shared/tools/clipboard.ts';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { Approvals, type ApprovalsOptions, type PermitRequest } from './approvals.ts';
import type { Situation } from './decision.ts';

export const trusted = { isTrusted: true };

export function request(call: string, fields: Partial<PermitRequest> = {}): PermitRequest {
  const about = { call, turn: 1, siteTool: false, onServer: false, title: undefined, definition: undefined } as const;
  return { ...about, tool: clipboardWrite, args: deepFreeze({ text: call }), ...fields };
}

/** Approvals in a calm situation, which a test makes less so. What happens is written into `log`. */
export function openApprovals(change: Partial<Situation> = {}, options: Partial<ApprovalsOptions> = {}) {
  const clock = new FakeClock();
  const log: string[] = [];
  const situation = { ...change };
  let declined = 0;
  const taint: Taint = cleanTaint;
  const approvals = new Approvals({
    situation: ({ tool, siteTool, repaired }) => ({
      ...{ tool, siteTool, server: undefined, site: { asks: false, allows: false, denies: false }, policy: undefined },
      ...{ frame: 'none', rate: 'usual', untrusted: false, sensitive: false, repaired: repaired === true },
      ...{ grant: undefined, remember: 'always', hasGesture: false },
      ...situation,
    }),
    taint: () => taint,
    overlaps: () => [],
    said: () => undefined,
    handler: () => undefined,
    approvalMs: () => 300_000,
    clock,
    onGrant: ({ call }, scope) => log.push(`grant ${call} ${scope}`),
    onDecline: () => (declined += 1) >= 3,
    onOpen: ({ call }) => log.push(`open ${call}`),
    onChange: ({ call }) => log.push(`change ${call}`),
    onClose: ({ call }, decision, by) => log.push(`close ${call} ${decision} ${by}`),
    ...options,
  });
  return { approvals, clock, log, situation };
}

export const live = (): AbortSignal => new AbortController().signal;
