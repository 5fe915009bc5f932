import type { ServerMessage } from '../../shared/protocol.ts';

/** What a person sees of one turn, over all sockets and pages. */
export class SeenTurn {
  readonly message: string;
  turn: number | undefined;
  end: Extract<ServerMessage, { type: 'turn.ended' | 'turn.failed' }> | undefined;
  /** Calls whose outcome the page knows. */
  readonly outcomes = new Set<string>();
  readonly calls = new Set<string>();
  /** What the page heard, in order. */
  readonly heard: string[] = [];
  readonly #rounds = new Map<number, { attempt: number; text: string }>();

  constructor(message: string) {
    this.message = message;
  }

  /** Takes in what is about this turn. */
  take(message: ServerMessage): void {
    this.heard.push('call' in message ? `${message.type} ${message.call}` : message.type);
    if (message.type === 'turn.started' && message.message === this.message) this.turn = message.turn;
    if (message.type === 'turn.failed' && message.message === this.message) this.end = message;
    if (!('turn' in message) || message.turn === undefined || message.turn !== this.turn) return;
    if (message.type === 'turn.text') this.#addText(message);
    if (message.type === 'tool.call') this.calls.add(message.call);
    if (message.type === 'tool.settled') this.calls.add(message.call);
    if (message.type === 'tool.settled') this.outcomes.add(message.call);
    if (message.type === 'turn.ended' || message.type === 'turn.failed') this.end = message;
  }

  /** The words of the last round that had any. */
  get lastText(): string {
    const last = Math.max(...this.#rounds.keys());
    return this.#rounds.get(last)?.text ?? '';
  }

  get hasText(): boolean {
    return [...this.#rounds.values()].some(({ text }) => text.trim() !== '');
  }

  #addText({ round, attempt, text, whole }: Extract<ServerMessage, { type: 'turn.text' }>): void {
    const before = this.#rounds.get(round);
    const isNew = whole === true || before === undefined || attempt > before.attempt;
    this.#rounds.set(round, { attempt, text: isNew ? text : before.text + text });
  }
}
