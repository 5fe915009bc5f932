import type { IncomingMessage, ServerResponse } from 'node:http';
import { packageVersion } from '../package-info.ts';
import { mayReadMetrics, type MetricsAccess } from '../policy/metrics-access.ts';
import type { Sight } from '../sight/sight.ts';
import type { Log } from '../log.ts';

export interface OperationsOptions {
  readonly sight: Sight;
  readonly metrics: MetricsAccess;
  /** Where the socket is. */
  readonly path: string;
  readonly isClosing: () => boolean;
  readonly log: Log;
  /** How long the store may take to say that it is there; 2 seconds unless given. */
  readonly readyMs?: number;
}

const refusals = {
  forbidden: {
    status: 403,
    text: 'Metrics are for this machine. To fetch them from elsewhere set HEADLESS_AGENT_METRICS_TOKEN, or HEADLESS_AGENT_METRICS=open.',
  },
  unauthorized: { status: 401, text: 'Metrics need the token of this server: Authorization: Bearer …' },
} as const;

/** How long an answer of the store's counts. */
const lookMs = 1_000;

/** The pages for whoever runs the server: is it alive, can it work, what does it do. */
export class Operations {
  readonly #options: OperationsOptions;
  #look: { readonly at: number; readonly reason: Promise<string | undefined> } | undefined;

  constructor(options: OperationsOptions) {
    this.#options = options;
  }

  /** False, with the response untouched, for any other path. */
  async handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (path === '/healthz') this.#answerHealth(response);
    else if (path === '/readyz') await this.#answerReadiness(response);
    else if (path === '/metrics') return this.#answerMetrics(request, response);
    else return false;
    return true;
  }

  /** The process is alive. A page that can't connect asks here why, so any origin may read it. */
  #answerHealth(response: ServerResponse): void {
    const { label, rehearsal } = this.#options.sight.model;
    const { path } = this.#options;
    response.setHeader('Access-Control-Allow-Origin', '*');
    const who = { name: 'headless-agent', version: packageVersion };
    answerJson(response, 200, { ...who, status: 'ok', path, model: label, rehearsal });
  }

  /** Whether a balancer should send pages here. */
  async #answerReadiness(response: ServerResponse): Promise<void> {
    const reason = await this.#lookedAt();
    if (reason === undefined) answerJson(response, 200, { status: 'ready' });
    else answerJson(response, 503, { status: 'not ready', reason });
  }

  /** One look a second serves all who ask: it writes to the store, and anybody may ask. */
  #lookedAt(): Promise<string | undefined> {
    const now = Date.now();
    if (!this.#look || this.#options.isClosing() || Math.abs(now - this.#look.at) >= lookMs) {
      this.#look = { at: now, reason: this.#reasonNotReady() };
    }
    return this.#look.reason;
  }

  async #reasonNotReady(): Promise<string | undefined> {
    const { isClosing, log, readyMs = 2_000, sight } = this.#options;
    if (isClosing()) return 'The server is closing.';
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('No answer in time.')), readyMs);
    });
    try {
      await Promise.race([sight.store.ready(), late]);
      return undefined;
    } catch (thrown) {
      log.warn({ err: thrown }, 'store not ready');
      // The store's own sentence may name an address, and strangers read this.
      return 'The session store can not be reached.';
    } finally {
      clearTimeout(timer);
    }
  }

  async #answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { metrics, sight } = this.#options;
    if (metrics === 'off') return false;
    const verdict = mayReadMetrics(metrics, request);
    if (verdict !== 'allowed') {
      const { status, text } = refusals[verdict];
      if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
      answer(response, status, 'text/plain; charset=utf-8', `${text}\n`);
      return true;
    }
    const { contentType, text } = await sight.exposition();
    answer(response, 200, contentType, text);
    return true;
  }
}

function answerJson(response: ServerResponse, status: number, body: Readonly<Record<string, unknown>>): void {
  answer(response, status, 'application/json; charset=utf-8', `${JSON.stringify(body)}\n`);
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}
