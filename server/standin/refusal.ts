import type { CheckId } from './checks/catalogue.ts';

export interface RefusalForm {
  /** An HTTP status; 400 unless given. */
  readonly code?: number;
  readonly details?: readonly object[];
}

/** A request that the real API would refuse, with the same status and the same shape of body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly check: CheckId;
  readonly code: number;
  readonly #details: readonly object[];

  constructor(check: CheckId, message: string, { code = 400, details = [] }: RefusalForm = {}) {
    super(message);
    this.check = check;
    this.code = code;
    this.#details = details;
  }

  body(): object {
    return errorBody(this.code, this.message, this.#details);
  }
}

export function errorBody(code: number, message: string, details: readonly object[]): object {
  return { error: { code, message, status: statusName(code), ...(details.length === 0 ? {} : { details }) } };
}

export function unknownName(check: CheckId, name: string, path: string): Refusal {
  return new Refusal(check, `Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`);
}

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** Google's word for an HTTP status. */
export function statusName(code: number): string {
  return statusNames[code] ?? 'UNKNOWN';
}
