import type { ToolResult } from '../../shared/protocol.ts';
import { refusal } from './check-call.ts';
import type { Place, SessionEvent } from './event.ts';
import type { CallAnswer, LoopPorts } from './loop-ports.ts';
import { offeredTools } from './offered-tools.ts';
import type { CallRecord, TurnState } from './state.ts';

/** Brings every open call of a turn to its result, all at once. Resolves when the last one is in the log. */
export function answerCalls(
  ports: LoopPorts,
  turn: TurnState,
  calls: readonly CallRecord[],
  signal: AbortSignal,
): Promise<unknown> {
  const answers = calls.map((record) => answerCall(ports, turn, record, signal));
  const [first] = answers;
  return answers.length === 1 && first ? first : Promise.all(answers);
}

async function answerCall(ports: LoopPorts, turn: TurnState, record: CallRecord, signal: AbortSignal): Promise<void> {
  const answer = await answerOf(ports, turn, record, signal);
  if (answer) await ports.append(resultOf(record.id, answer));
}

function resultOf(call: string, answer: CallAnswer): SessionEvent {
  if (answer.ran === undefined && answer.taint === undefined) return { type: 'result', call, result: answer };
  const { ran, taint, ...result } = answer;
  return { type: 'result', call, result, ...(ran && { ran }), ...(taint && { taint }) };
}

/** Undefined when the session has another owner: it will answer. Without a promise for what the server knows itself. */
function answerOf(
  ports: LoopPorts,
  turn: TurnState,
  record: CallRecord,
  signal: AbortSignal,
): CallAnswer | undefined | Promise<CallAnswer | undefined> {
  const tools = offeredTools(turn.offer);
  const refused = record.sentTo ? undefined : refusal(record, turn, tools, ports.limits);
  if (refused) return refused;

  const tool = tools.get(record.call.name);
  if (!tool) return gone;
  if (!record.sentTo && !ports.mayUse(record.call.name)) return beyondCeiling;
  if (tool.onServer) return ports.runTool({ record, tool: tool.onServer, turn }, signal);
  if (signal.aborted) return cancelled;

  const callTool = (isOurs: boolean) => (isOurs ? ports.callTool(record, tool, turn) : undefined);
  if (record.sentTo) return callTool(true);
  const isOurs = ports.append(dispatchOf(record, ports.place()));
  // A log that answered at once has told the page already: whoever waits for its answer must not come a tick later.
  if (typeof isOurs === 'boolean') return callTool(isOurs);
  return isOurs.then((isThere) => isThere && follow(ports, record.id)).then(callTool);
}

/** Where another page came while the log took the call in, nobody was told: it is sent there. */
async function follow(ports: LoopPorts, id: string): Promise<boolean> {
  for (;;) {
    const record = ports.state().turn?.calls.find((call) => call.id === id);
    if (!record || record.sentTo || record.result) return true;
    if (!(await ports.append(dispatchOf(record, ports.place())))) return false;
  }
}

/** Written out: a spread takes V8 several times as long. */
function dispatchOf({ id, dispatches }: CallRecord, { page, tab, ledger }: Place): SessionEvent {
  return dispatches === 0
    ? { type: 'dispatch', call: id, page, tab, ledger }
    : { type: 'dispatch', call: id, page, tab, ledger, again: dispatches };
}

/** A call that a server with other tools sent out, before a restart. */
const gone: ToolResult = {
  ok: false,
  error: {
    code: 'unknown_outcome',
    message: 'This server does not know the tool any more. It may or may not have run.',
  },
};

const beyondCeiling: ToolResult = {
  ok: false,
  error: { code: 'policy_denied', message: 'The server does not allow this tool here.' },
};

export const cancelled: ToolResult = {
  ok: false,
  error: { code: 'cancelled', message: 'The person stopped the turn before this ran.' },
};
