import type { ErrorPayload } from '../../shared/errors.ts';
import type { Usage } from '../../shared/protocol.ts';
import { anyone, type Visitor } from '../policy/visitor.ts';

const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/** Whose turn it is: whoever was attached when it began, though another page may have come back to it. */
export class Payer {
  /** Whoever is attached, or was last. */
  visitor: Visitor = anyone;
  #began: Visitor | undefined;

  /** What is told to the person when the turn must not begin. */
  async begin(): Promise<ErrorPayload | undefined> {
    const { visitor } = this;
    const refusal = await visitor.beginTurn();
    if (!refusal) this.#began = visitor;
    return refusal;
  }

  /** A turn that another server began is paid by whoever came back to it. */
  end(usage = noUsage): void {
    const payer = this.#began ?? this.visitor;
    this.#began = undefined;
    payer.endTurn(usage);
  }

  /** The turn that began here goes on elsewhere, if at all. */
  giveUp(): void {
    if (this.#began) this.end();
  }
}
