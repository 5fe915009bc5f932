import type { ClientMessage, MessageOf } from '../../shared/protocol.ts';

export type KeptMessage = MessageOf<ClientMessage, 'user.message'> | MessageOf<ClientMessage, 'tool.result'>;

/** What the server must have before the turn can end. It is said again on every new socket until then. */
export class Outbox {
  readonly #messages = new Map<string, KeptMessage>();

  /** Keeps a message; a second one about the same thing takes its place. */
  keep(message: KeptMessage): void {
    this.#messages.set(message.type === 'tool.result' ? `call ${message.call}` : `message ${message.id}`, message);
  }

  /** In the order in which they were kept. */
  all(): readonly KeptMessage[] {
    return [...this.#messages.values()];
  }

  clear(): void {
    this.#messages.clear();
  }
}
