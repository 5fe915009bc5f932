import { createServer } from 'node:http';
import { newToken } from '../../shared/ids.ts';
import type { StandinAnswer } from './answer.ts';
import { serve, type EndpointOptions } from './endpoint.ts';
import { profiles, type ProfileName } from './profile.ts';
import type { StandinView } from './view.ts';

export interface StandinOptions {
  /** Plays the model. */
  readonly answer: (view: StandinView) => StandinAnswer | Promise<StandinAnswer>;
  /** On 127.0.0.1. Default: a free one. */
  readonly port?: number;
  /** How the family of models it plays treats ids and signatures. Default: the strictest. */
  readonly profile?: ProfileName;
  /** The only key it takes. Default: any, but one is needed. */
  readonly apiKey?: string;
  /** Signs the steps. Default: a new one, so that no signature of another stand-in is taken. */
  readonly secret?: string;
  /** Further fields that parts may carry, to play an API that is newer than its clients. */
  readonly partFields?: readonly string[];
  /** How many of the last requests are kept for looking at. Default 1,000. */
  readonly keepRequests?: number;
  /** Time between two words of an answer. Default 0. */
  readonly wordMs?: number;
  /** Cuts the stream into slices of this many bytes, through events and letters. */
  readonly sliceBytes?: number;
}

/** A request as it came in, refused or not; one without a key or without JSON is not kept. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Settles when the exchange is over: true when the client left before the answer was complete. */
  readonly left: Promise<boolean>;
}

export interface Standin {
  /** For `GOOGLE_GEMINI_BASE_URL` or the option `baseUrl`. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

/**
 * A Gemini API on this machine that answers what it is told to, and refuses what the real one
 * refuses: a history that lost a signature, an id, a response or its order.
 */
export async function startStandin(options: StandinOptions): Promise<Standin> {
  const endpoint = endpointOptions(options);
  const requests: RecordedRequest[] = [];
  const { keepRequests = 1_000 } = options;
  const server = createServer((request, response) => {
    const left = new Promise<boolean>((resolve) => {
      response.once('close', () => resolve(!response.writableFinished));
    });
    const { url: path = '/', headers } = request;
    void serve(request, response, endpoint, (body) => {
      requests.push({ path, headers, body, left });
      if (requests.length > keepRequests) requests.shift();
    });
  });
  const port = await listen(server, options.port ?? 0);
  return { url: `http://127.0.0.1:${port}`, requests, close: () => closeServer(server) };
}

function endpointOptions(options: StandinOptions): EndpointOptions {
  const {
    answer,
    profile = 'gemini-4',
    apiKey,
    secret = newToken(),
    partFields = [],
    wordMs = 0,
    sliceBytes = 0,
  } = options;
  return { answer, profile: profiles[profile], apiKey, secret, partFields, pace: { wordMs, sliceBytes } };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
