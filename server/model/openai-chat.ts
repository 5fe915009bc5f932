import { isObject } from '../../shared/json.ts';
import { ChatError, streamedError } from './openai-errors.ts';
import { eventData } from './openai-sse.ts';
import { endMark } from './openai-stream.ts';

export interface ChatEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/**
 * Posts one request and yields the chunks of its answer, then `endMark` if it came. A server that does
 * not stream gives one chunk, the whole answer.
 *
 * @throws ChatError for what the server says instead of an answer; what fetch throws when it can't be reached or aborts
 */
export async function* chat(endpoint: ChatEndpoint, request: object, signal: AbortSignal): AsyncGenerator {
  const response = await fetch(chatUrl(endpoint.baseUrl), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream, application/json',
      ...(endpoint.apiKey !== undefined && { Authorization: `Bearer ${endpoint.apiKey}` }),
    },
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok) throw new ChatError(response.status, await bodyOf(response), response.headers.get('retry-after'));
  const type = response.headers.get('content-type') ?? '';
  // A page of a web server, because the address is not that of a model.
  if (type.includes('text/html')) throw new ChatError(404, await bodyOf(response));
  if (type.includes('application/json')) return yield checked(await response.json());
  if (response.body !== null) yield* chunksOf(eventData(response.body));
}

/** How long the end of a stream may come after its mark. Only a connection that was read to its end is used again. */
const lingerMs = 100;

async function* chunksOf(events: AsyncGenerator<string>): AsyncGenerator {
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (done) return;
      const isEnd = value.trim() === endMark;
      yield isEnd ? endMark : checked(JSON.parse(value));
      if (!isEnd) continue;
      await Promise.race([events.next(), pause(lingerMs)]);
      return;
    }
  } finally {
    // Not waited for: a server that leaves its stream open would hold up the answer.
    void events.return(undefined);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

function checked(chunk: unknown): unknown {
  if (isObject(chunk) && chunk['error'] !== undefined && chunk['error'] !== null) throw streamedError(chunk['error']);
  return chunk;
}

/** A query of the address, such as a version, stays where it is. */
function chatUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
