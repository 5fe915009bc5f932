import { callHash } from '../../shared/call-hash.ts';
import { AgentError } from '../../shared/errors.ts';
import type { JsonObject, JsonValue } from '../../shared/json.ts';
import type { Taint } from '../../shared/taint.ts';
import type { ToolDefinition } from '../../shared/tool.ts';
import type { Clock } from '../tab/clock.ts';
import type { Ask, Decision, Scope } from './ask.ts';
import { decide, type Situation, type Verdict } from './decision.ts';
import { Questions, type Revise, type Settler } from './questions.ts';
import type { ApprovalHandler } from './site-policy.ts';

export interface PermitRequest {
  readonly call: string;
  readonly turn: number;
  readonly tool: Omit<ToolDefinition, 'args' | 'value' | 'timeoutMs'>;
  readonly siteTool: boolean;
  /** The tool runs on the server. */
  readonly onServer: boolean;
  readonly title: string | undefined;
  /** For a page tool: the definition that the model was offered. */
  readonly definition: string | undefined;
  /** Frozen: the values that will run. */
  readonly args: JsonValue;
  /** Names the call where somebody else has named it already. */
  readonly hash?: string;
  /** The model did not write the call as it should have. */
  readonly repaired?: true | undefined;
  /** Takes other values for some of the arguments. @throws AgentError `invalid_args`. */
  readonly revise?: (changed: JsonObject) => Promise<JsonValue>;
}

/** Who let a call run, or did not. */
export interface Permission {
  /** `auto`: nobody was asked. */
  readonly decision: Decision | 'auto';
  readonly by: Settler | 'grant';
  /** Of the call as it was decided on. What runs must have it, too. */
  readonly hash: string;
  readonly isChanged: boolean;
}

export interface ApprovalsOptions {
  /** All that counts for the decision. Asked again once a person has decided: then nothing is counted anew. */
  readonly situation: (request: PermitRequest, isAgain: boolean) => Situation;
  readonly taint: () => Taint;
  /** Pieces of sensitive results that occur in the arguments. */
  readonly overlaps: (args: JsonValue) => readonly string[];
  /** The model's own words right before the call. */
  readonly said: (call: string) => string | undefined;
  readonly handler: () => ApprovalHandler | null | undefined;
  /** How long the question about this call stays open. */
  readonly approvalMs: (call: string) => number;
  readonly clock: Clock;
  readonly onGrant: (request: PermitRequest, scope: Exclude<Scope, 'once'>) => void;
  /** The person said no. True when that was once too often: nothing else of the turn is asked about. */
  readonly onDecline: (turn: number) => boolean;
  readonly onOpen: (ask: Ask) => void;
  readonly onChange: (ask: Ask) => void;
  readonly onClose: (ask: Ask, decision: Decision | 'cancelled', by: Settler) => void;
}

type Question = Extract<Verdict, { outcome: 'ask' }>;

/** So often a person can take more time for a question. */
const maxExtensions = 2;

/** Decides about calls, and asks the person where that is needed. */
export class Approvals {
  readonly #options: ApprovalsOptions;
  readonly #questions: Questions;
  readonly #turns = new Map<string, number>();

  constructor(options: ApprovalsOptions) {
    const { clock, handler, onOpen, onChange } = options;
    this.#options = options;
    this.#questions = new Questions({
      ...{ clock, handler, onOpen, onChange },
      onClose: (ask, decision, by) => this.#onClose(ask, decision, by),
    });
  }

  /** Oldest first. Immutable: a change makes a new list. */
  get asks(): readonly Ask[] {
    return this.#questions.asks;
  }

  /**
   * Whether a call may run; asks the person where that is needed. A yes settles within the microtasks of
   * the click, so that what runs next still counts as the person's own act.
   *
   * @throws AgentError that says why it may not; the signal's reason when aborted meanwhile.
   */
  async permit(request: PermitRequest, signal: AbortSignal): Promise<Permission> {
    signal.throwIfAborted();
    const verdict = this.#judge(request, false);
    const hash = hashOf(request, request.args);
    if (verdict.outcome === 'allow') return { decision: 'auto', by: verdict.by, hash, isChanged: false };
    this.#turns.set(request.call, request.turn);
    const answer = await this.#questions.put(this.#describe(request, verdict, hash), reviser(request), signal);
    if (answer.decision === 'denied' || answer.decision === 'expired') return answer;
    // The site may have changed its mind while the person was making up theirs.
    this.#judge(request, true);
    if (answer.decision !== 'once') this.#options.onGrant(request, answer.decision);
    return answer;
  }

  /** Answers a question, as `Questions` says. */
  decide(call: string, decision: Scope | 'denied', event: Pick<Event, 'isTrusted'>, changed?: JsonObject): boolean {
    return this.#questions.decide(call, decision, event, changed);
  }

  decideAll(calls: readonly string[], decision: 'once' | 'denied', event: Pick<Event, 'isTrusted'>): boolean {
    return this.#questions.decideAll(calls, decision, event);
  }

  extend(call: string): boolean {
    return this.#questions.extend(call);
  }

  #judge(request: PermitRequest, isAgain: boolean): Exclude<Verdict, { outcome: 'deny' }> {
    const verdict = decide(this.#options.situation(request, isAgain));
    if (verdict.outcome === 'deny') throw new AgentError(verdict.code, verdict.reason);
    return verdict;
  }

  #describe(request: PermitRequest, { kind, danger, why, scopes }: Question, hash: string): Ask {
    const { taint, overlaps, said, approvalMs, clock } = this.#options;
    const { call, tool, siteTool, onServer, title, args, revise } = request;
    const { name, description, reads, sink, browserAsks, editable } = tool;
    const askedAt = clock.now();
    return {
      ...{ call, tool: name, title, description, siteTool, onServer, kind, danger, why, scopes, args, hash },
      ...{ reads, sink, browserAsks, editable: revise ? editable : [], problem: undefined, extensions: maxExtensions },
      ...{ taint: taint(), overlaps: overlaps(args), said: said(call) },
      ...{ askedAt, expiresAt: askedAt + approvalMs(call) },
    };
  }

  #onClose(ask: Ask, decision: Decision | 'cancelled', by: Settler): void {
    const turn = this.#turns.get(ask.call) ?? 0;
    this.#turns.delete(ask.call);
    this.#options.onClose(ask, decision, by);
    if (decision !== 'denied' || by !== 'person' || !this.#options.onDecline(turn)) return;
    this.#questions.deny(({ call }) => this.#turns.get(call) === turn);
  }
}

/** Names a call with these arguments. */
export function hashOf({ tool, definition, hash }: PermitRequest, args: JsonValue): string {
  return hash ?? callHash(tool.name, args, definition);
}

function reviser(request: PermitRequest): Revise | undefined {
  const { revise } = request;
  if (!revise) return undefined;
  return async (changed) => {
    const args = await revise(changed);
    return { args, hash: hashOf(request, args) };
  };
}
