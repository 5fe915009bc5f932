import { deferred, type Deferred } from '../../shared/deferred.ts';
import { AgentError, type ErrorPayload } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { MessageOf, ServerMessage, ToolChoice } from '../../shared/protocol.ts';
import type { SessionMessage } from '../connection/connection-options.ts';
import { Outbox, type KeptMessage } from '../connection/outbox.ts';
import type { ConversationEvent } from '../conversation/conversation.ts';
import { entry as words } from '../strings/en-entry.ts';

export type TurnMessage = Extract<ServerMessage, { turn?: unknown; type: `turn.${string}` }>;
export type UserMessage = Extract<KeptMessage, { type: 'user.message' }>;

/** A message whose turn has not ended. */
export interface Pending {
  readonly message: UserMessage;
  /** Missing until the server has said that it has begun. */
  readonly turn: number | undefined;
}

export interface TurnsPorts {
  /** False when no socket is open. */
  readonly send: (message: SessionMessage) => boolean;
  readonly apply: (event: ConversationEvent) => void;
  /** The text that the turn ended with. */
  readonly answerOf: (turn: number) => string;
  /** The turn is over; calls that still run are to be ended for this reason. */
  readonly onOver: (reason: AgentError) => void;
  readonly onFailed: (error: ErrorPayload) => void;
  readonly onAnswered: (text: string) => void;
  /** What is pending has changed. */
  readonly onPending: () => void;
}

/** From a message until its turn has ended. */
interface Turn extends Pending {
  readonly answer: Deferred<{ readonly text: string }>;
  turn: number | undefined;
  wasSent: boolean;
}

/** One message at a time, kept until its turn has ended, through cuts and reconnects. */
export class Turns {
  readonly #ports: TurnsPorts;
  readonly #outbox = new Outbox();
  #current: Turn | undefined;
  /** Turns of a session are counted upwards: one that comes a second time must not write into old rows. */
  #lastTurn = 0;
  /** Stopped here, not yet ended there; the next message waits for it. */
  #stopping: Turn | undefined;

  constructor(ports: TurnsPorts) {
    this.#ports = ports;
  }

  get isWorking(): boolean {
    return this.#current !== undefined;
  }

  get pending(): Pending | undefined {
    return this.#current;
  }

  /** True when a message of this turn is for the transcript. */
  isCurrent(turn: number): boolean {
    return this.#current?.turn === turn;
  }

  /** To be called while no turn is going on. @throws AgentError: why it did not end with an answer. */
  begin(
    text: string,
    toolChoice: ToolChoice | undefined,
    origin?: UserMessage['origin'],
  ): Promise<{ readonly text: string }> {
    const id = newId();
    const message: UserMessage = {
      type: 'user.message',
      id,
      text,
      ...(toolChoice && { toolChoice }),
      ...(origin && { origin }),
    };
    const turn: Turn = { message, answer: deferred(), turn: undefined, wasSent: false };
    this.#current = turn;
    this.#outbox.keep(message);
    this.#ports.apply({ type: 'said', id, text, origin });
    if (!this.#stopping) this.#resend();
    this.#ports.onPending();
    return turn.answer.promise;
  }

  /**
   * Goes on with what the server told of the conversation, and the transcript has already.
   *
   * @param pending the turn that has not ended.
   * @param lastTurn the number of the session's newest turn; 0 before the first.
   * @param heard ids of messages that the server has.
   */
  adopt(pending: Pending | undefined, lastTurn: number, heard: ReadonlySet<string>): void {
    this.#lastTurn = lastTurn;
    const current = this.#current;
    if (current && current.message.id === pending?.message.id) {
      current.turn = pending.turn;
      return;
    }
    if (current && heard.has(current.message.id)) {
      this.#finish(current, { text: current.turn === undefined ? '' : this.#ports.answerOf(current.turn) });
    }
    if (!pending || this.#current) return;
    const { message, turn } = pending;
    const answer = deferred<{ readonly text: string }>();
    // Whoever waited for it is gone with their page.
    answer.promise.catch(() => {});
    this.#current = { message, turn, answer, wasSent: turn !== undefined };
    this.#outbox.keep(message);
  }

  /** What is said again on every new socket. */
  get kept(): readonly KeptMessage[] {
    return this.#outbox.all();
  }

  /** Keeps results, in the place of those that are kept of the same calls. */
  keep(results: readonly MessageOf<KeptMessage, 'tool.result'>[]): void {
    for (const result of results) this.#outbox.keep(result);
  }

  /** Keeps a call's result until the turn has ended; one that comes after its turn, until the next has. */
  answer(result: MessageOf<KeptMessage, 'tool.result'>): void {
    this.#outbox.keep(result);
    this.#ports.send(result);
  }

  receive(message: TurnMessage): void {
    switch (message.type) {
      case 'turn.started':
        return this.#onStarted(message);
      case 'turn.text':
        return this.#onText(message);
      case 'turn.thought':
        if (this.isCurrent(message.turn)) this.#ports.apply({ type: 'thought', text: message.text });
        return;
      case 'turn.ended':
        return this.#onEnded(message);
      case 'turn.failed':
        return this.#onFailed(message);
    }
  }

  /** A new socket has taken up the session. The server knows messages and results that it has by their ids. */
  resume(): void {
    const stopping = this.#stopping;
    if (!stopping) this.#resend();
    else if (stopping.turn === undefined) this.#ports.send(stopping.message);
    else this.#ports.send({ type: 'turn.cancel', turn: stopping.turn });
  }

  /**
   * A new socket has begun another session. What never became a turn is said again there.
   *
   * @returns true when a turn was lost with the old session.
   */
  restart(): boolean {
    const current = this.#current;
    this.#stopping = undefined;
    // Numbers and results of the old session mean nothing here.
    this.#lastTurn = 0;
    if (current?.turn !== undefined) {
      this.fail({ code: 'disconnected', message: 'The conversation was lost, and with it this answer.' });
      return true;
    }
    this.#outbox.clear();
    if (current) this.#outbox.keep(current.message);
    this.#resend();
    return false;
  }

  /** Ends the turn here and now, and tells the server. */
  stop(message: string): void {
    const turn = this.#current;
    if (!turn) return;
    if (turn.wasSent) this.#stopping = turn;
    this.#ports.apply({ type: 'delivery', id: turn.message.id, state: turn.wasSent ? 'sent' : 'failed' });
    this.#finish(turn, new AgentError('turn_cancelled', message));
    if (turn.turn !== undefined) this.#ports.send({ type: 'turn.cancel', turn: turn.turn });
    this.#ports.apply({ type: 'noted', note: { id: newId(), tone: 'info', text: message } });
  }

  /** Ends the turn with an error that the person sees. */
  fail(error: ErrorPayload): void {
    const turn = this.#current;
    if (!turn) return;
    const { id } = turn.message;
    const wasHeard = turn.turn !== undefined;
    this.#ports.apply({ type: 'delivery', id, state: wasHeard ? 'sent' : 'failed' });
    this.#finish(turn, new AgentError(error.code, error.message));
    // A message that did not arrive offers itself again.
    const note = {
      id: newId(),
      tone: 'error',
      text: error.message,
      code: error.code,
      ...(wasHeard && { retry: id }),
    } as const;
    this.#ports.apply({ type: 'noted', note });
    this.#ports.onFailed(error);
  }

  /** The conversation goes on without this page, and with it the turn. */
  leave({ code, message }: ErrorPayload): void {
    this.#stopping = undefined;
    if (this.#current) this.#finish(this.#current, new AgentError(code, message));
  }

  /** Nothing of the past counts any more: the next socket begins a conversation of its own. */
  forget(): void {
    const turn = this.#current;
    this.#stopping = undefined;
    if (turn) this.#finish(turn, new AgentError('turn_cancelled', 'The conversation was cleared.'));
    if (turn?.turn !== undefined) this.#ports.send({ type: 'turn.cancel', turn: turn.turn });
    this.#outbox.clear();
    this.#lastTurn = 0;
  }

  #resend(): void {
    for (const message of this.#outbox.all()) {
      const wasSent = this.#ports.send(message);
      if (wasSent && message.type === 'user.message' && this.#current) this.#current.wasSent = true;
    }
  }

  #onStarted({ turn, message }: MessageOf<TurnMessage, 'turn.started'>): void {
    if (this.#stopping?.message.id === message) {
      this.#stopping.turn = turn;
      this.#ports.send({ type: 'turn.cancel', turn });
    }
    const current = this.#current;
    if (current?.message.id !== message || (turn <= this.#lastTurn && turn !== current.turn)) return;
    current.turn = turn;
    this.#lastTurn = turn;
    this.#ports.apply({ type: 'delivery', id: message, state: 'sent' });
    this.#ports.onPending();
  }

  #onText({ turn, round, attempt, text, whole }: MessageOf<TurnMessage, 'turn.text'>): void {
    if (this.isCurrent(turn)) this.#ports.apply({ type: 'text', turn, round, attempt, text, whole: whole === true });
  }

  #onEnded({ turn, reason }: MessageOf<TurnMessage, 'turn.ended'>): void {
    if (this.#stopping?.turn === turn) return this.#onStopped();
    const current = this.#current;
    if (current?.turn !== turn) return;
    if (reason === 'cancelled') {
      return this.#finish(current, new AgentError('turn_cancelled', words.errors.cancelled));
    }
    const text = this.#ports.answerOf(turn);
    this.#finish(current, { text });
    if (reason === 'truncated') {
      this.#ports.apply({ type: 'noted', note: { id: newId(), tone: 'info', text: words.truncated } });
    }
    if (text !== '') this.#ports.onAnswered(text);
  }

  #onFailed({ turn, message, error }: MessageOf<TurnMessage, 'turn.failed'>): void {
    const isOf = (one: Turn | undefined): boolean =>
      one !== undefined && (turn === undefined ? one.message.id === message : one.turn === turn);
    if (isOf(this.#stopping)) return this.#onStopped();
    if (!isOf(this.#current)) return;
    // The server refuses a message that it is answering already: it was said twice, over two sockets.
    if (turn === undefined && this.#current?.turn !== undefined) return;
    this.fail(error);
  }

  #onStopped(): void {
    this.#stopping = undefined;
    this.#resend();
  }

  #finish(turn: Turn, end: AgentError | { readonly text: string }): void {
    this.#current = undefined;
    this.#outbox.clear();
    const isError = AgentError.is(end);
    this.#ports.onOver(isError ? end : new AgentError('cancelled', 'The turn is over.'));
    if (turn.turn !== undefined) this.#ports.apply({ type: 'turn-over', turn: turn.turn });
    this.#ports.onPending();
    if (isError) turn.answer.reject(end);
    else turn.answer.resolve(end);
  }
}
