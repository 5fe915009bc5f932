import { WebSocket } from 'ws';
import { compile } from 'zod/v4/core';
import { deferred, type Deferred } from '../shared/deferred.ts';
import { newId } from '../shared/ids.ts';
import type { JsonValue } from '../shared/json.ts';
import {
  PROTOCOL_VERSION,
  SUB_PROTOCOL,
  decode,
  serverMessage,
  type ClientMessage,
  type MessageOf,
  type PageTool,
  type ServerMessage,
  type ToolChoice,
  type ToolResult,
} from '../shared/protocol.ts';

/** The same schema, made into straight code once. */
const incoming = compile(serverMessage);

type Hello = MessageOf<ClientMessage, 'hello'>;
type TypeOf = ServerMessage['type'];

export interface PageClientOptions {
  /** Of the page; the server's own unless given. */
  readonly origin?: string;
  readonly hello?: Partial<Hello>;
  readonly builtins?: readonly string[];
  readonly pageTools?: readonly PageTool[];
  /** Answer a call at once. One that is missing here is left for the test: `next('tool.call')`. */
  readonly tools?: Readonly<Record<string, (args: JsonValue) => JsonValue | Promise<JsonValue>>>;
}

interface Waiter {
  readonly matches: (message: ServerMessage) => boolean;
  readonly answer: Deferred<ServerMessage>;
}

/**
 * A page without a browser: speaks the protocol over a real socket. Every message waits in a queue
 * until a test asks for it, so that none is missed.
 */
export class PageClient {
  readonly received: ServerMessage[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly socket: WebSocket;
  readonly #options: PageClientOptions;
  readonly #queue: ServerMessage[] = [];
  readonly #waiters: Waiter[] = [];

  private constructor(url: string, options: PageClientOptions) {
    this.#options = options;
    const { protocol, host } = new URL(url);
    const origin = options.origin ?? `${protocol === 'wss:' ? 'https:' : 'http:'}//${host}`;
    this.socket = new WebSocket(url, SUB_PROTOCOL, { origin });
    this.socket.on('message', (data) => this.#receive(decode(incoming, String(data))));
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  /** Opens a socket and says nothing. */
  static async open(url: string, options: PageClientOptions = {}): Promise<PageClient> {
    const client = new PageClient(url, options);
    await new Promise<void>((resolve, reject) => {
      client.socket.once('open', resolve);
      client.socket.once('error', reject);
    });
    return client;
  }

  /** Opens a socket, says hello and waits to be welcome. */
  static async connect(
    url: string,
    options: PageClientOptions = {},
  ): Promise<{ client: PageClient; welcome: MessageOf<ServerMessage, 'welcome'> }> {
    const client = await PageClient.open(url, options);
    client.hello();
    return { client, welcome: await client.next('welcome') };
  }

  hello(changes: Partial<Hello> = {}): void {
    const { builtins = [], pageTools = [], hello } = this.#options;
    this.send({
      type: 'hello',
      version: PROTOCOL_VERSION,
      tab: newId(),
      page: newId(),
      locale: 'en',
      ledger: newId(),
      calls: [],
      builtins: [...builtins],
      pageTools: [...pageTools],
      ...hello,
      ...changes,
    });
  }

  send(message: ClientMessage): void {
    this.sendRaw(JSON.stringify(message));
  }

  sendRaw(frame: string | Buffer): void {
    this.socket.send(frame);
  }

  /** The next message of a type, in order of arrival; those of other types stay in the queue. */
  next<Type extends TypeOf>(type: Type): Promise<MessageOf<ServerMessage, Type>> {
    const matches = (message: ServerMessage): message is MessageOf<ServerMessage, Type> => message.type === type;
    return this.#take(matches).then((message) => {
      if (matches(message)) return message;
      throw new TypeError(`Expected ${type}.`);
    });
  }

  /** Sends a message and runs tools until its turn is over. Resolves with the words of its last round. */
  async ask(text: string, toolChoice?: ToolChoice): Promise<string> {
    const id = newId();
    this.send({ type: 'user.message', id, text, ...(toolChoice && { toolChoice }) });
    const started = await this.#take((message) => 'message' in message && message.message === id);
    if (started.type === 'turn.failed') throw new Error(`${started.error.code}: ${started.error.message}`);
    const turn = started.type === 'turn.started' ? started.turn : 0;
    const end = await this.#take((message) => isEndOf(message, turn));
    if (end.type === 'turn.failed') throw new Error(`${end.error.code}: ${end.error.message}`);
    return this.textOf(turn);
  }

  /** What a page would show of the last round of a turn. */
  textOf(turn: number): string {
    const pieces = this.received.filter((message) => message.type === 'turn.text').filter((text) => text.turn === turn);
    const last = pieces.at(-1)?.round;
    return pieces
      .filter(({ round }) => round === last)
      .reduce((shown, { text, whole }) => (whole ? text : shown + text), '');
  }

  answer(call: string, result: ToolResult): void {
    this.send({ type: 'tool.result', call, result });
  }

  /** Ends the socket without a word, as a lost network does. */
  cut(): void {
    this.socket.terminate();
  }

  close(): void {
    this.socket.close();
  }

  #take(matches: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    const at = this.#queue.findIndex(matches);
    const [found] = at < 0 ? [] : this.#queue.splice(at, 1);
    if (found) return Promise.resolve(found);
    const answer = deferred<ServerMessage>();
    this.#waiters.push({ matches, answer });
    return answer.promise;
  }

  #receive(message: ServerMessage): void {
    this.received.push(message);
    if (message.type === 'tool.call' && this.#run(message)) return;
    const at = this.#waiters.findIndex(({ matches }) => matches(message));
    const [waiter] = at < 0 ? [] : this.#waiters.splice(at, 1);
    if (waiter) waiter.answer.resolve(message);
    else this.#queue.push(message);
  }

  /** False when the call is left to the test. */
  #run({ call, name, args }: MessageOf<ServerMessage, 'tool.call'>): boolean {
    const tool = this.#options.tools?.[name];
    if (!tool) return false;
    const value = tool(args);
    if (!(value instanceof Promise)) this.answer(call, { ok: true, value });
    else value.then((later) => this.answer(call, { ok: true, value: later })).catch(() => this.answer(call, failed));
    return true;
  }
}

const failed: ToolResult = { ok: false, error: { code: 'internal', message: 'The tool failed.' } };

function isEndOf(message: ServerMessage, turn: number): boolean {
  return (message.type === 'turn.ended' || message.type === 'turn.failed') && message.turn === turn;
}
