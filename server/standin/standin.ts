import { createServer, type Server } from 'node:http';
import { newToken } from '../../shared/ids.ts';
import type { StandinAnswer } from './answer.ts';
import { serve, type EndpointOptions } from './endpoint.ts';
import { profiles, type ProfileName } from './profile.ts';
import { RequestNotes, type RecordedRequest } from './request-log.ts';
import type { StandinView } from './view.ts';

export interface StandinOptions {
  /** Plays the model. */
  readonly answer: (view: StandinView) => StandinAnswer | Promise<StandinAnswer>;
  /** On 127.0.0.1. Default: a free one. */
  readonly port?: number;
  /** The family of models that it plays. Default: the newest and strictest, `gemini-4`. */
  readonly profile?: ProfileName;
  /** The only key it takes. Default: any, but one is needed. */
  readonly apiKey?: string;
  /** The only models it has. Default: any. */
  readonly models?: readonly string[];
  /** Signs the steps. Default: a new one, so that no signature of another stand-in is taken. */
  readonly secret?: string;
  /** Further fields that parts may carry, to play an API that is newer than its clients. */
  readonly partFields?: readonly string[];
  /** How many of the last requests are kept for looking at. Default 1,000. */
  readonly keepRequests?: number;
  /** Told of each request once it has been answered, or its client has left. */
  readonly onRequest?: (request: RecordedRequest) => void;
  /** Time between two words of an answer. Default 0. */
  readonly wordMs?: number;
  /** Cuts the stream into slices of this many bytes, through events and letters. */
  readonly sliceBytes?: number;
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
  const { keepRequests = 1_000, onRequest } = options;
  const server = createServer((request, response) => {
    const left = new Promise<boolean>((resolve) => {
      response.once('close', () => resolve(!response.writableFinished));
    });
    const notes = new RequestNotes(request.url ?? '/', request.headers, left);
    if (keepRequests > 0) requests.push(notes);
    if (requests.length > keepRequests) requests.shift();
    response.once('close', () => onRequest?.(notes));
    void serve(request, response, endpoint, notes);
  });
  const port = await listen(server, options.port ?? 0);
  return { url: `http://127.0.0.1:${port}`, requests, close: () => closeServer(server) };
}

function endpointOptions(options: StandinOptions): EndpointOptions {
  const { answer, profile = 'gemini-4', apiKey, models, secret = newToken(), partFields = [] } = options;
  const pace = { wordMs: options.wordMs ?? 0, sliceBytes: options.sliceBytes ?? 0 };
  return { answer, profile: profiles[profile], apiKey, models, secret, partFields, pace };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
