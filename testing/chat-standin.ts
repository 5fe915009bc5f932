import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isObject } from '../shared/json.ts';
import { callsOf, refusalOf } from './chat-checks.ts';

/** A request as whoever plays the model wants to see it. */
export interface ChatView {
  readonly system: string;
  /** The last message of the person's. */
  readonly text: string;
  /** The results since then, in order: `{output}` or `{error}`, parsed. */
  readonly results: readonly { readonly name: string; readonly response: unknown }[];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ChatCall {
  readonly name: string;
  readonly args?: object;
  readonly id?: string;
}

/** What the stand-in's model says, or how it fails. */
export type ChatAnswer =
  | {
      readonly text?: string;
      readonly thought?: string;
      readonly calls?: readonly ChatCall[];
      readonly finish?: string;
    }
  /** Chunks exactly as some server sends them; the mark of the end follows unless `open`. */
  | { readonly chunks: readonly unknown[]; readonly open?: boolean }
  /** A body as it stands. */
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** The connection breaks after these words. */
  | { readonly cut: string }
  /** These words, perhaps the mark of the end, and then nothing more. */
  | { readonly stall: string; readonly marked?: boolean };

export interface ChatStandinOptions {
  readonly answer: (view: ChatView) => ChatAnswer;
  /** The only key it takes. Default: any, or none. */
  readonly apiKey?: string;
  /** Refuses ids that Mistral's templates refuse. */
  readonly shortIds?: boolean;
  /** Cuts the answer into slices of this many bytes, through events and letters. */
  readonly sliceBytes?: number;
}

export interface ChatStandin {
  /** For `OPENAI_BASE_URL` or the option `baseUrl`. */
  readonly url: string;
  readonly requests: readonly ChatRequest[];
  close(): Promise<void>;
}

export interface ChatRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The client's end of the connection. */
  readonly port: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** Why it was refused, if it was. */
  readonly refusal: string | undefined;
  /** Settles when the exchange is over: true when the client left before the answer was complete. */
  readonly left: Promise<boolean>;
}

/** A server of chat completions on this machine that answers what it is told to, and refuses what any real one refuses. */
export async function startChatStandin(options: ChatStandinOptions): Promise<ChatStandin> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    const left = new Promise<boolean>((resolve) => {
      response.once('close', () => resolve(!response.writableFinished));
    });
    void readBody(request).then((body) => {
      const refusal = refusalOf(body, options.shortIds ?? false);
      const { url: path = '', headers, socket } = request;
      requests.push({ path, headers, port: socket.remotePort, body, refusal, left });
      if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`)
        return fail(response, 401, { message: `Incorrect API key provided: ${request.headers.authorization}` });
      if (refusal !== undefined) return fail(response, 400, { message: refusal, type: 'invalid_request_error' });
      return send(response, options.answer(viewOf(body)), options.sliceBytes ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, requests, close: () => stop(server) };
}

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  const body: unknown = JSON.parse(text || '{}');
  return isObject(body) ? body : {};
}

function viewOf(body: Readonly<Record<string, unknown>>): ChatView {
  const messages = Array.isArray(body['messages']) ? body['messages'].filter(isObject) : [];
  const start = messages.findLastIndex(({ role }) => role === 'user');
  const contentOf = (message: Readonly<Record<string, unknown>> | undefined): string =>
    String(message?.['content'] ?? '');
  const names = new Map(messages.flatMap(callsOf).map((call) => [call['id'], Object(call['function'])['name']]));
  const results = messages.slice(start + 1).filter(({ role }) => role === 'tool');
  return {
    system: contentOf(messages.find(({ role }) => role === 'system')),
    text: contentOf(messages[start]),
    results: results.map((message) => ({
      name: String(names.get(message['tool_call_id'])),
      response: JSON.parse(contentOf(message)),
    })),
    body,
  };
}

async function send(response: ServerResponse, answer: ChatAnswer, sliceBytes: number): Promise<void> {
  if ('status' in answer) {
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(answer.body);
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const isWhole = !('stall' in answer || 'cut' in answer);
  const isMarked = 'stall' in answer ? answer.marked : isWhole && !('chunks' in answer && answer.open);
  const end = isMarked ? 'data: [DONE]\n\n' : '';
  const text = chunksOf(answer).map((event) => `data: ${JSON.stringify(event)}\n\n`);
  await write(response, Buffer.from(`${text.join('')}${end}`), sliceBytes);
  if (isWhole) response.end();
  if ('cut' in answer) response.destroy();
}

async function write(response: ServerResponse, bytes: Buffer, sliceBytes: number): Promise<void> {
  const size = sliceBytes || bytes.length || 1;
  for (let at = 0; at < bytes.length; at += size) {
    await new Promise((resolve) => response.write(bytes.subarray(at, at + size), resolve));
  }
}

/** As OpenAI itself sends them: text in pieces, each call's name first and then its arguments in two halves. */
function chunksOf(answer: Exclude<ChatAnswer, { readonly status: number }>): readonly unknown[] {
  if ('chunks' in answer) return answer.chunks;
  if ('cut' in answer || 'stall' in answer) {
    const words = 'cut' in answer ? answer.cut : answer.stall;
    return words === '' ? [] : [chunk({ content: words })];
  }
  const { text = '', thought, calls = [], finish } = answer;
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(thought === undefined ? [] : [chunk({ reasoning_content: thought })]),
    ...(text.match(/\s*\S+\s*/g) ?? []).map((content) => chunk({ content })),
    ...calls.flatMap(callChunks),
    chunk({}, finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
    { object: 'chat.completion.chunk', choices: [], usage },
  ];
}

function callChunks({ name, args = {}, id }: ChatCall, index: number): unknown[] {
  const text = JSON.stringify(args);
  const half = Math.ceil(text.length / 2);
  const first = { index, ...(id !== undefined && { id }), type: 'function', function: { name, arguments: '' } };
  const more = [text.slice(0, half), text.slice(half)].map((piece) => ({ index, function: { arguments: piece } }));
  return [first, ...more].map((call) => chunk({ tool_calls: [call] }));
}

function chunk(delta: object, finish: string | null = null): object {
  return { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
}

function fail(response: ServerResponse, status: number, error: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error }));
}

function stop(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
