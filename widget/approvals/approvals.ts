import { deferred, type Deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import type { JsonValue } from '../../shared/json.ts';
import { cleanTaint } from '../../shared/taint.ts';
import type { ToolDefinition } from '../../shared/tool.ts';
import type { Clock } from '../tab/clock.ts';
import type { Ask, Decision } from './ask.ts';
import { decide, type SiteRules, type Verdict } from './decision.ts';

export interface PermitRequest {
  readonly call: string;
  readonly tool: Omit<ToolDefinition, 'args' | 'value'>;
  readonly siteTool: boolean;
  readonly title: string | undefined;
  /** Frozen: the values that will run. */
  readonly args: JsonValue;
  /** The model did not write the call as it should have. */
  readonly repaired?: true | undefined;
}

export interface ApprovalsOptions {
  readonly rules: SiteRules;
  /** Whether the person has just clicked or typed. */
  readonly hasGesture: () => boolean;
  /** How long the question about this call stays open. */
  readonly approvalMs: (call: string) => number;
  readonly clock: Clock;
  readonly onOpen: (ask: Ask) => void;
  readonly onClose: (ask: Ask, decision: Decision | 'cancelled') => void;
}

interface OpenAsk {
  readonly ask: Ask;
  readonly answer: Deferred<Decision>;
}

/** The questions to the person: one for each call that needs a yes, one answer for each question. */
export class Approvals {
  readonly #options: ApprovalsOptions;
  #open: readonly OpenAsk[] = [];
  #asks: readonly Ask[] = [];

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  /** Oldest first. Immutable: a change makes a new list. */
  get asks(): readonly Ask[] {
    return this.#asks;
  }

  /**
   * Whether a call may run; asks the person where that is needed. A yes settles within the microtasks of
   * the click, so that what runs next still counts as the person's own act.
   *
   * @throws AgentError `policy_denied` when the site forbids it; the signal's reason when aborted meanwhile.
   */
  async permit(request: PermitRequest, signal: AbortSignal): Promise<Decision> {
    signal.throwIfAborted();
    const verdict = this.#judge(request);
    if (verdict.outcome === 'allow') return 'once';
    const decision = await this.#ask(this.#describe(request, verdict.kind), signal);
    // The site may have changed its mind while the person was making up theirs.
    this.#judge(request);
    return decision;
  }

  #judge(request: PermitRequest): Exclude<Verdict, { outcome: 'deny' }> {
    const { tool } = request;
    const verdict = decide(
      { ...tool, ask: tool.ask || isDoubtful(request) },
      this.#options.rules,
      this.#options.hasGesture(),
    );
    if (verdict.outcome === 'deny') throw new AgentError('policy_denied', verdict.reason);
    return verdict;
  }

  /**
   * Answers a question. False when nothing was decided: the event was not the person's own, or the question
   * is settled or was never asked.
   */
  decide(call: string, decision: 'once' | 'denied', event: Pick<Event, 'isTrusted'>): boolean {
    if (!event.isTrusted) return false;
    return this.#settle(call, decision);
  }

  #describe({ call, tool, siteTool, title, args }: PermitRequest, kind: Ask['kind']): Ask {
    const askedAt = this.#options.clock.now();
    const { name, description, reads, sink, browserAsks } = tool;
    const expiresAt = askedAt + this.#options.approvalMs(call);
    return {
      ...{ call, tool: name, title, description, siteTool, kind, args, reads, sink, browserAsks, askedAt, expiresAt },
      ...{ onServer: false, danger: false, why: ['tool'], taint: cleanTaint, overlaps: [], hash: '', said: undefined },
      ...{ editable: [], scopes: ['once'], problem: undefined, extensions: 0 },
    };
  }

  async #ask(ask: Ask, signal: AbortSignal): Promise<Decision> {
    const answer = deferred<Decision>();
    const expire = (): boolean => this.#settle(ask.call, 'expired');
    const withdraw = (): void => {
      if (this.#remove(ask.call, 'cancelled')) answer.reject(signal.reason);
    };
    this.#become([...this.#open, { ask, answer }]);
    this.#options.onOpen(ask);
    const callOff = this.#options.clock.after(ask.expiresAt - ask.askedAt, expire);
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      return await answer.promise;
    } finally {
      callOff();
      signal.removeEventListener('abort', withdraw);
    }
  }

  #settle(call: string, decision: Decision): boolean {
    const open = this.#remove(call, decision);
    open?.answer.resolve(decision);
    return open !== undefined;
  }

  /** Gone from the list before anyone hears the answer: a second click finds nothing to decide. */
  #remove(call: string, decision: Decision | 'cancelled'): OpenAsk | undefined {
    const open = this.#open.find(({ ask }) => ask.call === call);
    if (!open) return undefined;
    this.#become(this.#open.filter((other) => other !== open));
    this.#options.onClose(open.ask, decision);
    return open;
  }

  #become(open: readonly OpenAsk[]): void {
    this.#open = open;
    this.#asks = open.map(({ ask }) => ask);
  }
}

/** Somebody looks at a mended call before it acts, or tells of the person. What a site's own tool reads is not known. */
function isDoubtful({ repaired, tool, siteTool }: PermitRequest): boolean {
  if (!repaired) return false;
  return siteTool || !tool.readOnly || (tool.reads !== 'nothing' && tool.reads !== 'device');
}
