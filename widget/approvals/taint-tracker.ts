import type { JsonValue } from '../../shared/json.ts';
import { cleanTaint, joinTaint, type Taint } from '../../shared/taint.ts';
import { SensitivePieces } from './sensitive-pieces.ts';

/** What the conversation has read, as far as this page or the server know. Within a session it only rises. */
export class TaintTracker {
  readonly #onChange: (taint: Taint) => void;
  readonly #pieces = new SensitivePieces();
  #taint = cleanTaint;

  constructor(onChange: (taint: Taint) => void) {
    this.#onChange = onChange;
  }

  get current(): Taint {
    return this.#taint;
  }

  add(taint: Taint): void {
    const joined = joinTaint(this.#taint, taint);
    if (joined === this.#taint) return;
    this.#taint = joined;
    this.#onChange(joined);
  }

  addUntrusted(source: string): void {
    this.add({ untrusted: [source], sensitive: [] });
  }

  /** Takes in a result; what it tells of the person is recognised from now on. */
  learn(taint: Taint, value: JsonValue): void {
    if (taint.sensitive.length > 0) this.#pieces.learn(value);
    this.add(taint);
  }

  /** What of the person's own is in some arguments. */
  overlaps(args: JsonValue): readonly string[] {
    return this.#pieces.findIn(args);
  }

  /** Another session has read nothing. */
  beginSession(): void {
    this.#pieces.forget();
    if (this.#taint === cleanTaint) return;
    this.#taint = cleanTaint;
    this.#onChange(cleanTaint);
  }
}
