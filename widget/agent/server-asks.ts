import { AgentError } from '../../shared/errors.ts';
import { deepFreeze } from '../../shared/json.ts';
import type { MessageOf, ServerMessage } from '../../shared/protocol.ts';
import type { Permission, PermitRequest } from '../approvals/approvals.ts';
import type { SessionMessage } from '../connection/connection-options.ts';

export type ApprovalRequest = MessageOf<ServerMessage, 'approval.request'>;
type ApprovalAnswer = MessageOf<SessionMessage, 'approval.answer'>;

export interface ServerAsksPorts {
  /** @throws AgentError: nobody needs to be asked, it is denied; or the question was withdrawn. */
  readonly permit: (request: PermitRequest, signal: AbortSignal) => Promise<Permission>;
  readonly send: (message: SessionMessage) => boolean;
  /** The question about this call is answered. */
  readonly onAnswered: (call: string, decision: ApprovalAnswer['decision']) => void;
}

interface Asked {
  readonly nonce: string;
  readonly controller: AbortController;
  answer: ApprovalAnswer | undefined;
}

/** Questions about tools that run on the server: one answer for each nonce, however often the server asks. */
export class ServerAsks {
  readonly #ports: ServerAsksPorts;
  readonly #asked = new Map<string, Asked>();

  constructor(ports: ServerAsksPorts) {
    this.#ports = ports;
  }

  /** Asks the person, unless they are being asked. An answer that was lost on its way is said again as it was. */
  async receive(request: ApprovalRequest): Promise<void> {
    const { call, nonce, hash } = request;
    const known = this.#asked.get(call);
    if (known?.nonce === nonce) {
      if (known.answer) this.#ports.send(known.answer);
      return;
    }
    known?.controller.abort(new AgentError('cancelled', 'The server asks anew.'));
    const asked: Asked = { nonce, controller: new AbortController(), answer: undefined };
    this.#asked.set(call, asked);
    const decision = await this.#ask(request, asked.controller.signal);
    if (!decision || this.#asked.get(call) !== asked) return;
    asked.answer = { type: 'approval.answer', call, nonce, hash, decision };
    this.#ports.send(asked.answer);
    this.#ports.onAnswered(call, decision);
  }

  isAsking(call: string): boolean {
    const asked = this.#asked.get(call);
    return asked !== undefined && asked.answer === undefined;
  }

  /** The server does not want to know any more. */
  cancel(call: string, reason: AgentError): void {
    this.#asked.get(call)?.controller.abort(reason);
    this.#asked.delete(call);
  }

  cancelAll(reason: AgentError): void {
    for (const call of [...this.#asked.keys()]) this.cancel(call, reason);
  }

  /** Undefined when the question was withdrawn: then nobody waits for an answer. */
  async #ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer['decision'] | undefined> {
    try {
      const { decision } = await this.#ports.permit(permitRequest(request), signal);
      return decision === 'once' ? 'once' : 'denied';
    } catch {
      return signal.aborted ? undefined : 'denied';
    }
  }
}

/** Of the tool is known what the server says; for the rest the cautious thing holds. */
function permitRequest({
  turn,
  call,
  hash,
  name,
  title,
  description,
  reads,
  sink,
  args,
}: ApprovalRequest): PermitRequest {
  return {
    ...{ call, turn, hash, title, args: deepFreeze(args), siteTool: false, onServer: true, definition: undefined },
    tool: {
      ...{ name, description, reads, sink, readOnly: false, ask: true, grant: 'once', editable: [], feedback: 'full' },
      ...{ trusted: false, gesture: false, browserAsks: false },
    },
  };
}
