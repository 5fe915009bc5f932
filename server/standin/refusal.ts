/** A request that the real API would refuse, with the same status and the same shape of body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly status: string;
  readonly details: readonly object[];

  constructor(code: number, status: string, message: string, details: readonly object[] = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }

  body(): object {
    const { code, message, status, details } = this;
    return { error: { code, message, status, ...(details.length === 0 ? {} : { details }) } };
  }
}

export function invalidArgument(message: string): Refusal {
  return new Refusal(400, 'INVALID_ARGUMENT', message);
}

export function unknownName(name: string, path: string): Refusal {
  return invalidArgument(`Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`);
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
