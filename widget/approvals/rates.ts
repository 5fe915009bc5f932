import type { Situation } from './decision.ts';

const perMinute: Readonly<Record<string, number>> = { speak: 6, geolocation_get: 6, memory_put: 20 };
/** For a tool of the site's own. */
const perMinuteOfSite = 30;
/** For any other tool. */
const perMinuteOfOthers = 60;
const minuteMs = 60_000;
/** So many refusals of the person's end what a turn may do. */
const maxDenials = 3;

/** Counts calls, so that no model wears out a person, a voice or a device. */
export class Rates {
  readonly #now: () => number;
  readonly #calls = new Map<string, readonly number[]>();
  #declined = { turn: 0, times: 0 };

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How the rate stands with this call, which counts from now on. */
  count(tool: string, siteTool: boolean, turn: number): Situation['rate'] {
    if (this.isDeclined(turn)) return 'declined';
    const now = this.#now();
    const most = siteTool ? perMinuteOfSite : (Object.hasOwn(perMinute, tool) && perMinute[tool]) || perMinuteOfOthers;
    const recent = (this.#calls.get(tool) ?? []).filter((at) => now - at < minuteMs);
    if (recent.length >= 2 * most) return 'exceeded';
    this.#calls.set(tool, [...recent, now]);
    return recent.length < most ? 'usual' : 'high';
  }

  /** The person said no. */
  decline(turn: number): void {
    const times = this.#declined.turn === turn ? this.#declined.times : 0;
    this.#declined = { turn, times: times + 1 };
  }

  isDeclined(turn: number): boolean {
    return this.#declined.turn === turn && this.#declined.times >= maxDenials;
  }

  /** Another session counts its turns anew. */
  beginSession(): void {
    this.#declined = { turn: 0, times: 0 };
  }
}
