import type { MessageOf, ServerMessage } from '../../shared/protocol.ts';
import { newId } from '../../shared/ids.ts';
import { callOutcome } from '../conversation/call-outcome.ts';
import { reduce, type ConversationEvent } from '../conversation/conversation.ts';
import type { Item } from '../conversation/items.ts';
import { entry as words } from '../strings/en-entry.ts';
import type { Pending } from './turns.ts';

/** A conversation as the server told it. */
export interface Restored {
  readonly items: readonly Item[];
  /** The turn that has not ended. */
  readonly open: Pending | undefined;
  readonly lastTurn: number;
  /** Ids of the messages that the server has. */
  readonly heard: ReadonlySet<string>;
  /** What is not of the past: to be received once the rest is in place. */
  readonly rest: readonly ServerMessage[];
}

/** Listens to a conversation that is told again, and makes its transcript without telling anybody. */
export class Restorer {
  readonly #heard = new Set<string>();
  readonly #rest: ServerMessage[] = [];
  #items: readonly Item[] = [];
  #open: Pending | undefined;
  #lastTurn = 0;

  get restored(): Restored {
    return { items: this.#items, open: this.#open, lastTurn: this.#lastTurn, heard: this.#heard, rest: this.#rest };
  }

  take(message: ServerMessage): void {
    switch (message.type) {
      case 'turn.started':
        return this.#onStarted(message);
      case 'turn.text':
        return this.#apply({ ...message, type: 'text', whole: message.whole === true });
      case 'tool.settled':
        return this.#onSettled(message);
      case 'turn.ended':
        return this.#onEnded(message);
      case 'turn.failed':
        return this.#onFailed(message);
      case 'tool.call':
      case 'tool.cancel':
      case 'approval.request':
      case 'notice':
        this.#rest.push(message);
        return;
      case 'turn.thought':
      case 'welcome':
      case 'ack':
        return;
    }
  }

  #apply(event: ConversationEvent): void {
    this.#items = reduce(this.#items, event);
  }

  #onStarted({ turn, message: id, text = '' }: MessageOf<ServerMessage, 'turn.started'>): void {
    this.#heard.add(id);
    this.#lastTurn = turn;
    this.#open = { message: { type: 'user.message', id, text }, turn };
    this.#apply({ type: 'said', id, text });
    this.#apply({ type: 'delivery', id, state: 'sent' });
  }

  #onSettled({ turn, call, name, args, result }: MessageOf<ServerMessage, 'tool.settled'>): void {
    this.#apply({ type: 'call-requested', call, turn, tool: name, args });
    this.#apply({ type: 'call-changed', call, state: callOutcome(result) });
  }

  #onEnded({ turn, reason }: MessageOf<ServerMessage, 'turn.ended'>): void {
    this.#end(turn);
    if (reason === 'cancelled') this.#note(words.errors.turn_cancelled);
    if (reason === 'truncated') this.#note(words.truncated);
  }

  #onFailed({ turn, error }: MessageOf<ServerMessage, 'turn.failed'>): void {
    const open = this.#open;
    if (turn === undefined || open?.turn !== turn) return;
    this.#end(turn);
    this.#apply({
      type: 'noted',
      note: { id: newId(), tone: 'error', text: error.message, code: error.code, retry: open.message.id },
    });
  }

  #end(turn: number): void {
    this.#open = undefined;
    this.#apply({ type: 'turn-over', turn });
  }

  #note(text: string): void {
    this.#apply({ type: 'noted', note: { id: newId(), tone: 'info', text } });
  }
}
