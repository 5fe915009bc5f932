import { callHash } from '../../shared/call-hash.ts';
import type { Taint } from '../../shared/taint.ts';
import { Approvals, type Permission, type PermitRequest } from '../approvals/approvals.ts';
import type { Ask, Decision } from '../approvals/ask.ts';
import { CallLog } from '../approvals/call-log.ts';
import { decide, type Situation } from '../approvals/decision.ts';
import { Grants, type GrantedTool } from '../approvals/grants.ts';
import type { Place } from '../approvals/place.ts';
import type { Settler } from '../approvals/questions.ts';
import { Rates } from '../approvals/rates.ts';
import { consult } from '../approvals/site-policy.ts';
import { TaintTracker } from '../approvals/taint-tracker.ts';
import type { ToolPermission } from '../approvals/tool-permission.ts';
import type { Welcome } from '../connection/state.ts';
import type { Item } from '../conversation/items.ts';
import type { RegisteredTool } from '../registry/registered-tool.ts';
import type { Registry } from '../registry/registry.ts';
import { matchesAny } from '../registry/tool-patterns.ts';
import type { Clock } from '../tab/clock.ts';
import type { TabStorage } from '../tab/tab.ts';
import type { ApprovalSettings } from './options.ts';
import { readRemember, readTimeoutMs } from './read-approval-settings.ts';
import { saidBefore } from './said-before.ts';

export interface GatePorts {
  readonly registry: Registry;
  readonly clock: Clock;
  readonly hasGesture: () => boolean;
  readonly session: () => string;
  readonly settings: () => ApprovalSettings;
  /** Where what outlives the page is kept; undefined where the browser forbids it. */
  readonly storage: () => TabStorage | undefined;
  /** The server's origin. */
  readonly server: () => string;
  readonly place: () => Place;
  readonly items: () => readonly Item[];
  /** How long a question stays open unless the site wants it shorter. */
  readonly approvalMs: (call: string) => number;
  readonly onTaint: (taint: Taint) => void;
  /** What is remembered of grants or calls has changed. */
  readonly onRemembered: () => void;
  readonly onOpen: (ask: Ask) => void;
  readonly onChange: (ask: Ask) => void;
  readonly onClose: (ask: Ask, decision: Decision | 'cancelled', by: Settler) => void;
}

/** Brings together what counts for the decision about a call, and keeps what a conversation has read. */
export class Gate {
  readonly approvals: Approvals;
  readonly grants: Grants;
  readonly record: CallLog;
  readonly taint: TaintTracker;
  readonly #ports: GatePorts;
  readonly #rates: Rates;
  #session: string | undefined;
  #serverAsks: readonly string[] = [];

  constructor(ports: GatePorts) {
    const { storage, session, clock, onRemembered, onOpen, onChange, onClose } = ports;
    const now = (): number => clock.now();
    this.#ports = ports;
    this.#rates = new Rates(now);
    this.taint = new TaintTracker(ports.onTaint);
    this.record = new CallLog({ storage, onChange: onRemembered });
    const place = () => ({ ...ports.place(), server: ports.server() });
    this.grants = new Grants({ storage, place, session, now, onChange: onRemembered });
    this.approvals = new Approvals({
      ...{ clock, onOpen, onChange, onClose },
      situation: (request, isAgain) => this.#situation(request, isAgain),
      taint: () => this.taint.current,
      overlaps: (args) => this.taint.overlaps(args),
      said: (call) => saidBefore(ports.items(), call),
      handler: () => ports.settings().approvalHandler,
      approvalMs: (call) => Math.min(ports.approvalMs(call), readTimeoutMs(ports.settings().approvalTimeout)),
      onGrant: (request, scope) => this.grants.give(grantedTool(request), scope),
      onDecline: (turn) => this.#onDecline(turn),
    });
  }

  /** The server has spoken: of a session that goes on, or of another one, which has read nothing. */
  welcomed({ session, taint, ask }: Welcome): void {
    if (this.#session !== session) this.beginSession();
    this.#session = session;
    this.#serverAsks = ask ?? [];
    if (taint) this.taint.add(taint);
  }

  beginSession(): void {
    this.#session = undefined;
    this.taint.beginSession();
    this.#rates.beginSession();
  }

  /** @throws AgentError, as `Approvals.permit` does. */
  permit(request: PermitRequest, signal: AbortSignal): Promise<Permission> {
    // What a page says of its tools, the model has read.
    if (this.#ports.registry.offer().pageTools.some(({ trusted }) => !trusted)) this.taint.addUntrusted('page_tools');
    return this.approvals.permit(request, signal);
  }

  /** What the tools on offer may do as things stand. */
  permissions(): readonly ToolPermission[] {
    return this.#ports.registry.known().map((found) => {
      const { name, reads, sink, browserAsks } = found.tool.definition;
      const { outcome } = decide({ ...this.#situation(requestOf(found), true), hasGesture: true });
      return { tool: name, title: found.title, siteTool: found.siteTool, rule: outcome, reads, sink, browserAsks };
    });
  }

  #onDecline(turn: number): boolean {
    this.#rates.decline(turn);
    return this.#rates.isDeclined(turn);
  }

  #situation(request: PermitRequest, isAgain: boolean): Situation {
    const { registry, hasGesture, settings, place } = this.#ports;
    const { tool, siteTool, onServer, turn } = request;
    const { name } = tool;
    const { remember, framedDanger, policy } = settings();
    const { untrusted, sensitive } = this.taint.current;
    const count = (): Situation['rate'] =>
      isAgain ? (this.#rates.isDeclined(turn) ? 'declined' : 'usual') : this.#rates.count(name, siteTool, turn);
    return {
      ...{ tool, siteTool },
      server: onServer || matchesAny(this.#serverAsks, name) ? 'ask' : undefined,
      site: { asks: registry.asks(name), allows: registry.allows(name), denies: registry.denies(name) },
      policy: request.call === '' ? undefined : consult(policy, policyCall(request)),
      frame: place().isForeign ? (framedDanger ? 'accepted' : 'foreign') : 'none',
      rate: count(),
      untrusted: untrusted.length > 0,
      sensitive: sensitive.length > 0,
      repaired: request.repaired === true,
      grant: onServer ? undefined : this.grants.find(grantedTool(request)),
      remember: readRemember(remember),
      hasGesture: hasGesture(),
    };
  }
}

function policyCall({ call, tool, siteTool, args }: PermitRequest) {
  const { name, readOnly, reads, sink } = tool;
  return { call, tool: name, siteTool, args, readOnly, reads, sink };
}

/** No call of the model's: only to see how one would be decided. */
function requestOf({ tool, siteTool, title, definition }: RegisteredTool): PermitRequest {
  const { definition: tells } = tool;
  return { call: '', turn: 0, tool: tells, siteTool, onServer: false, title, definition, args: {} };
}

/** A built-in tool has no fingerprint of its own: what it may do is its definition. */
function grantedTool({ tool, title, definition }: PermitRequest): GrantedTool {
  const { name, readOnly, ask, grant, reads, sink } = tool;
  return {
    tool: name,
    title,
    definition: definition ?? callHash(name, { readOnly, ask, grant, reads, sink }, undefined),
  };
}
