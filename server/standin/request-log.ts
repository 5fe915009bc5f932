import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../shared/json.ts';
import type { CheckId } from './checks/catalogue.ts';

/** A request as it came in, refused or not. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Undefined for a request that was refused before it was read. */
  readonly body: unknown;
  /** How long the client was ready to wait, if it said so. */
  readonly timeoutSeconds: number | undefined;
  readonly refusal: { readonly check: CheckId; readonly status: number; readonly message: string } | undefined;
  /** What the real API would have let pass. */
  readonly warnings: readonly Warning[];
  /** Settles when the exchange is over: true when the client left before the answer was complete. */
  readonly left: Promise<boolean>;
}

export interface Warning {
  readonly check: CheckId;
  readonly message: string;
}

/** A record while its request is being answered. */
export class RequestNotes implements RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly timeoutSeconds: number | undefined;
  readonly left: Promise<boolean>;
  body: unknown;
  refusal: RecordedRequest['refusal'];
  readonly #warnings: Warning[] = [];

  constructor(path: string, headers: IncomingHttpHeaders, left: Promise<boolean>) {
    this.path = path;
    this.headers = headers;
    this.left = left;
    const seconds = Number(headers['x-server-timeout']);
    this.timeoutSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }

  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  warn(check: CheckId, message: string): void {
    this.#warnings.push({ check, message });
  }
}

/**
 * Whether one request's history goes on where another's ended.
 *
 * @returns undefined when it does; otherwise the first place where it does not, in words
 */
export function historyGap(before: RecordedRequest, after: RecordedRequest): string | undefined {
  const [earlier, later] = [contentsOf(before), contentsOf(after)];
  const at = earlier.findIndex((content, index) => JSON.stringify(content) !== JSON.stringify(later[index]));
  if (at >= 0) return `contents[${at}] was ${JSON.stringify(earlier[at])} and is ${JSON.stringify(later[at])}`;
  return later.length > earlier.length ? undefined : `nothing was added to ${earlier.length} contents`;
}

function contentsOf({ body }: RecordedRequest): readonly unknown[] {
  const contents = isObject(body) ? body['contents'] : undefined;
  return Array.isArray(contents) ? contents : [];
}
