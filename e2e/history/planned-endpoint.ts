import {
  startStandin,
  type ProfileName,
  type RecordedRequest,
  type Standin,
  type StandinAnswer,
  type StandinView,
} from '../../testing/index.ts';
import { answerOf, labelIn, type TurnPlan } from './turn-plan.ts';

/** A turn whose plan is being followed. */
interface OpenTurn {
  readonly plan: TurnPlan;
  /** Requests so far, round by round. */
  readonly requests: Map<number, number>;
}

export interface EndpointCounts {
  requests: number;
  readonly faults: Map<string, number>;
  readonly warnings: Map<string, number>;
  /** Sentences. */
  readonly refusals: string[];
}

/** The strict stand-in, with a model that follows the plans of the turns that run. */
export class PlannedEndpoint {
  readonly counts: EndpointCounts;
  readonly profile: ProfileName;
  readonly #open = new Map<string, OpenTurn>();
  #standin: Standin | undefined;

  constructor(profile: ProfileName, counts: EndpointCounts) {
    this.profile = profile;
    this.counts = counts;
  }

  async start(): Promise<string> {
    this.#standin = await startStandin({
      profile: this.profile,
      keepRequests: 0,
      answer: (view) => this.#answer(view),
      onRequest: (request) => this.#count(request),
    });
    return this.#standin.url;
  }

  async close(): Promise<void> {
    await this.#standin?.close();
  }

  follow(plan: TurnPlan): void {
    this.#open.set(plan.label, { plan, requests: new Map() });
  }

  forget({ label }: TurnPlan): void {
    this.#open.delete(label);
  }

  #answer(view: StandinView): StandinAnswer {
    const { label, round } = whereIs(view);
    const open = this.#open.get(label);
    const planned = open?.plan.rounds[round];
    if (!open || !planned) return { text: `Nothing is planned for ${label}, round ${round}.` };
    const attempt = open.requests.get(round) ?? 0;
    open.requests.set(round, attempt + 1);
    const fault = planned.faults[attempt];
    if (fault) {
      add(this.counts.faults, fault.kind);
      return fault.answer;
    }
    const { disturbance } = open.plan;
    const isStopped = disturbance?.kind === 'cancel' && disturbance.round === round;
    // Whoever stops a model in the middle of its words needs it to be there then.
    if (isStopped && disturbance.at === 'text') return { stall: 'Half of an answer and' };
    if (isStopped && disturbance.at === 'started') return { stall: '' };
    return answerOf(planned, view.tools.length > 0);
  }

  #count({ refusal, warnings }: RecordedRequest): void {
    this.counts.requests += 1;
    for (const { check } of warnings) {
      if (check !== 'response-id') add(this.counts.warnings, check);
      else this.counts.refusals.push(`${this.profile}: a response without its id was answered with nothing`);
    }
    if (refusal) this.counts.refusals.push(`${this.profile}: ${refusal.check}: ${refusal.message}`);
  }
}

/** The last message that the person wrote, and how many answers of the model came after it. */
function whereIs({ contents }: StandinView): { label: string; round: number } {
  const labels = contents.map(({ role, parts }) =>
    role === 'user' ? labelIn(String(parts[0]?.['text'] ?? '')) : undefined,
  );
  const at = labels.findLastIndex((label) => label !== undefined);
  const round = contents.slice(at + 1).filter(({ role }) => role === 'model').length;
  return { label: labels[at] ?? '', round };
}

export function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
