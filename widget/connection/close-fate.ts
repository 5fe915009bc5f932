import type { ErrorCode } from '../../shared/errors.ts';
import { closeCode } from '../../shared/protocol.ts';

/** Codes after which another try would end the same way. */
const refusals: Readonly<Record<number, string>> = {
  [closeCode.badMessage]: 'The server did not understand this page.',
  [closeCode.ticketRefused]: 'The server did not accept this page’s ticket.',
  [closeCode.originRefused]: 'The server does not accept this page.',
  [closeCode.subProtocol]: 'This page and the server speak different versions.',
  [closeCode.takenOver]: 'This conversation continues in another tab.',
  [closeCode.tooLarge]: 'A message was too large for the server.',
};

/** Why a socket that closed with this code stays closed, in words for the person; undefined when it may come back. */
export function refusalOf(code: number, closedBefore: number | undefined): string | undefined {
  // Whatever was too large may have been a single frame: one more try, not a second.
  if (code === closeCode.tooLarge && closedBefore !== closeCode.tooLarge) return undefined;
  return refusals[code];
}

const codes: Readonly<Record<number, ErrorCode>> = {
  [closeCode.badMessage]: 'bad_message',
  [closeCode.ticketRefused]: 'ticket_refused',
  [closeCode.originRefused]: 'origin_refused',
  [closeCode.subProtocol]: 'version_mismatch',
  [closeCode.takenOver]: 'taken_over',
  [closeCode.tooLarge]: 'frame_too_large',
};

export function errorCodeOf(code: number): ErrorCode {
  return codes[code] ?? 'disconnected';
}
