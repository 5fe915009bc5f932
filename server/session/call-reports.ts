import type { ClientMessage, MessageOf } from '../../shared/protocol.ts';
import { onServer } from '../loop/call-record.ts';
import { sourceOf } from '../loop/sources.ts';
import type { SessionState } from '../loop/state.ts';
import type { OpenTurn } from './open-turn.ts';
import type { Outlet } from './outlet.ts';
import { acceptLateResult, boundResult, findCall } from './results.ts';
import { unasked } from './server-calls.ts';
import type { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';

export interface ReportParts {
  readonly log: SessionLog;
  /** What a turn that is under way waits for. */
  readonly open: Pick<OpenTurn, 'pending' | 'serverCalls'> | undefined;
  readonly options: SessionOptions;
  /** The page that says so, and the one that is attached. */
  readonly from: Outlet | undefined;
  readonly attached: Outlet | undefined;
}

type Report = MessageOf<ClientMessage, 'tool.status' | 'tool.result' | 'approval.answer'>;

/** Takes in what a page says of a call. */
export function takeReport(report: Report, parts: ReportParts): unknown {
  if (report.type === 'tool.result') return takeResult(report, parts);
  if (report.type === 'tool.status') return noteStatus(report, parts);
  return takeAnswer(report, parts);
}

/** How a call stands that the page was given. */
async function noteStatus(
  { call, status }: MessageOf<ClientMessage, 'tool.status'>,
  { log, open }: ReportParts,
): Promise<void> {
  if (!open) return;
  if (status.state === 'asking') {
    const { remainingMs } = status;
    const until = open.pending.pause(call, remainingMs) ?? open.serverCalls.extend(call, remainingMs);
    if (until !== undefined) await log.append({ type: 'asking', call, until });
  } else if (status.state === 'decided' && open.pending.has(call)) {
    open.pending.resume(call);
    const { decision, hash } = status;
    await log.append({ type: 'approval', call, decision, ...(hash !== undefined && { hash }) });
  }
}

/** The outcome of a call, whether somebody waits for it or it comes late. */
function takeResult(
  { call, result, ran, taint }: MessageOf<ClientMessage, 'tool.result'>,
  { log, open, options, from }: ReportParts,
): unknown {
  const { maxResultBytes } = options.limits;
  const bounded = boundResult(result, maxResultBytes, () => isTrusted(log.state, call));
  const beside = ran || taint ? { ...(ran && { ran }), ...(taint && { taint }) } : undefined;
  const answer = beside ? { ...bounded, ...beside } : bounded;
  if (open?.pending.settle(call, answer)) return undefined;
  const record = findCall(log.state, call);
  if (record === 'old') return undefined;
  if (record === 'unknown') return from?.ignored('unknown');
  // No page was given it. What the server runs itself is not for a page to say.
  if (!record.sentTo || record.sentTo.page === onServer.page) return from?.ignored('foreign');
  return acceptLateResult(log.state, call, bounded) && log.append({ type: 'late', call, result: bounded, ...beside });
}

/** What the person decided about a tool that runs on the server. Only the page that is attached can have asked them. */
async function takeAnswer(
  answer: MessageOf<ClientMessage, 'approval.answer'>,
  { log, open, from, attached }: ReportParts,
): Promise<void> {
  if (!from || from !== attached) return from?.ignored('foreign');
  const ignored = open ? await open.serverCalls.answer(answer) : unasked(log.state, answer.call);
  if (ignored) from.ignored(ignored);
}

/** Whether no stranger can have written what a tool returns. */
function isTrusted(state: SessionState, call: string): boolean {
  const record = findCall(state, call);
  if (typeof record === 'string') return false;
  return sourceOf(state.turn?.offer ?? state.offer, record.call.name).taint.untrusted.length === 0;
}
