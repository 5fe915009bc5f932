import { callHash } from '../../shared/call-hash.ts';
import { newId } from '../../shared/ids.ts';
import type { LedgerCall, MessageOf, PageTool, ServerMessage } from '../../shared/protocol.ts';
import { PageClient } from '../../testing/page-client.ts';
import { SeenTurn } from './seen-turn.ts';
import { messageOf, type Disturbance, type PlannedCall, type TurnPlan } from './turn-plan.ts';

type ToolCall = MessageOf<ServerMessage, 'tool.call'>;

const allTools: readonly PageTool[] = [
  { name: 'look', readOnly: true },
  { name: 'act', readOnly: false },
  { name: 'more', readOnly: true },
].map(({ name, readOnly }) => ({
  ...{ name, readOnly, definition: `d-${name}`, description: `Does what ${name} says.` },
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string' }, n: { type: 'integer' }, note: { type: 'string' } },
    required: ['id'],
  },
}));

export interface PersonCounts {
  calls: number;
  cancellations: number;
  reconnects: number;
}

/** One conversation: a tab with a page that is cut off, reloaded and stopped as the plans of its turns say. */
export class Person {
  readonly #url: string;
  readonly #counts: PersonCounts;
  readonly #awayMs: number;
  readonly #place = { tab: newId(), ledger: newId() };
  #page = newId();
  #client: PageClient | undefined;
  #resume: { session: string; token: string; after?: string } | undefined;
  #current: { plan: TurnPlan; seen: SeenTurn; done: () => void; fail: (thrown: unknown) => void } | undefined;
  /** Calls that the page was given and has not answered. */
  #held = new Map<string, ToolCall>();
  /** Answered, as far as the page is concerned; the answer may be lost. */
  #answered = new Map<string, ToolCall>();
  #tools = allTools.slice(0, 2);
  #pending: Disturbance | undefined;
  /** Settles when the page is there again. */
  #back: Promise<void> = Promise.resolve();

  constructor(url: string, counts: PersonCounts, awayMs: number) {
    this.#url = url;
    this.#counts = counts;
    this.#awayMs = awayMs;
  }

  async connect(calls: readonly LedgerCall[] = []): Promise<void> {
    const resume = this.#resume;
    const client = await PageClient.open(this.#url);
    this.#client = client;
    client.socket.on('message', () => this.#hear(client));
    const hello = { ...this.#place, page: this.#page, calls: [...calls], pageTools: [...this.#tools] };
    client.hello({ ...hello, ...(resume && { resume }) });
    const welcome = await client.next('welcome');
    if (resume && !welcome.resumed) throw new Error('The session was not resumed.');
    this.#resume = { ...this.#resume, session: welcome.session, token: welcome.token };
  }

  /** The turn that runs, so far. */
  get seen(): SeenTurn {
    return this.#current?.seen ?? new SeenTurn('');
  }

  leave(): void {
    this.#client?.close();
  }

  /** Has one turn, and resolves with what was seen of it when it is over. */
  async ask(plan: TurnPlan): Promise<SeenTurn> {
    await this.#back;
    const seen = new SeenTurn(newId());
    this.#pending = plan.disturbance;
    this.#held.clear();
    this.#answered.clear();
    const over = new Promise<void>((done, fail) => (this.#current = { plan, seen, done, fail }));
    this.#say(plan, seen);
    this.#meet('sent', 0);
    await over;
    return seen;
  }

  #say(plan: TurnPlan, { message }: SeenTurn): void {
    this.#client?.send({ type: 'user.message', id: message, text: messageOf(plan), toolChoice: plan.toolChoice });
  }

  #hear(client: PageClient): void {
    const message = client.received.at(-1);
    const current = this.#current;
    if (!message || client !== this.#client) return;
    if ('at' in message && message.at !== undefined && this.#resume) this.#resume.after = message.at;
    if (!current) return;
    const { seen, done } = current;
    seen.take(message);
    if (message.type === 'turn.started') this.#begin(current.plan);
    if (message.type === 'turn.text') this.#meet('text', message.round - 1);
    if (message.type === 'tool.cancel') this.#giveUp(message.call);
    if (message.type === 'tool.call') this.#take(message);
    if (!seen.end) return;
    this.#current = undefined;
    done();
  }

  #begin({ changesTools }: TurnPlan): void {
    if (changesTools) {
      this.#tools = allTools.slice(0, this.#tools.length === 2 ? 3 : 2);
      this.#client?.send({ type: 'tools.changed', builtins: [], pageTools: [...this.#tools] });
    }
    this.#meet('started', 0);
  }

  #take(message: ToolCall): void {
    this.#counts.calls += 1;
    this.#held.set(message.call, message);
    const isDisturbed = this.#meet('call', roundOf(message.call));
    // The others of the round come in the same tick, and are answered from the last to the first.
    if (!isDisturbed) setImmediate(() => this.#answerAll());
  }

  /** Stopped: a tool that runs on answers all the same, sometimes. */
  #giveUp(call: string): void {
    const held = this.#held.get(call);
    this.#held.delete(call);
    this.#current?.seen.outcomes.add(call);
    if (held && this.#current?.plan.answersLate) this.#send(held);
  }

  #answerAll(): void {
    for (const [call, held] of [...this.#held].toReversed()) {
      this.#held.delete(call);
      this.#answered.set(call, held);
      this.#current?.seen.outcomes.add(call);
      this.#send(held);
      if (this.#meet('answered', roundOf(call))) return;
    }
  }

  #send({ call, args }: ToolCall): void {
    const planned = plannedCall(this.#current?.plan, args);
    if (planned) this.#client?.answer(call, planned.result);
  }

  /** True when something happens to the page at this moment. */
  #meet(at: Disturbance['at'], round: number): boolean {
    const pending = this.#pending;
    const current = this.#current;
    if (!pending || !current || pending.at !== at || pending.round !== round) return false;
    this.#pending = undefined;
    if (pending.kind !== 'cancel') this.#back = this.#comeBack(pending, current.plan).catch(current.fail);
    else if (current.seen.turn !== undefined) {
      this.#counts.cancellations += 1;
      this.#client?.send({ type: 'turn.cancel', turn: current.seen.turn });
    }
    return true;
  }

  async #comeBack({ kind }: Disturbance, plan: TurnPlan): Promise<void> {
    this.#counts.reconnects += 1;
    this.#client?.cut();
    // What the dead socket had still received is lost, too.
    this.#client = undefined;
    if (kind === 'stay away') await new Promise((resolve) => setTimeout(resolve, this.#awayMs));
    const calls = this.#ledger(kind === 'reload' ? 'started' : 'running');
    if (kind === 'reload') {
      this.#page = newId();
      this.#held.clear();
    }
    await this.connect(calls);
    const current = this.#current;
    if (current?.plan !== plan) return;
    // What was on its way when the socket went may be lost: the page says it again.
    if (current.seen.turn === undefined) this.#say(plan, current.seen);
    for (const call of this.#answered.values()) this.#send(call);
    this.#answerAll();
  }

  /** A call that an earlier page had in hand may have happened; one that it answered did. */
  #ledger(held: LedgerCall['state']): LedgerCall[] {
    const entry = (call: ToolCall, state: LedgerCall['state']): LedgerCall => ({
      call: call.call,
      hash: callHash(call.name, call.args, call.definition),
      state,
    });
    return [
      ...[...this.#held.values()].map((call) => entry(call, held)),
      ...[...this.#answered.values()].map((call) => entry(call, 'done')),
    ];
  }
}

function roundOf(call: string): number {
  return Number(call.split('.')[1]) - 1;
}

function plannedCall(plan: TurnPlan | undefined, args: unknown): PlannedCall | undefined {
  const wanted = JSON.stringify(args);
  return plan?.rounds.flatMap(({ calls }) => calls).find((call) => JSON.stringify(call.args) === wanted);
}
