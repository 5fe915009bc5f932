import type { ErrorCode, ErrorPayload } from '../../shared/errors.ts';
import { closeCode } from '../../shared/protocol.ts';

// By RFC 6455 and its registry.
const messageTooBig = 1009;
const tryAgainLater = 1013;

/** Close codes after which another try would end the same way. */
const refusals: Readonly<Record<number, ErrorCode>> = {
  [closeCode.badMessage]: 'bad_message',
  [closeCode.ticketRefused]: 'ticket_refused',
  [closeCode.originRefused]: 'origin_refused',
  [closeCode.subProtocol]: 'version_mismatch',
  [closeCode.takenOver]: 'taken_over',
  [closeCode.tooLarge]: 'frame_too_large',
  [messageTooBig]: 'frame_too_large',
};

/** Why a socket that closed with this code stays closed; undefined when it may come back. */
export function refusalOf(code: number, codeBefore: number | undefined): ErrorCode | undefined {
  // Whatever was too large may have been a single frame: one more try, not a second.
  if (isTooLarge(code) && !isTooLarge(codeBefore)) return undefined;
  return refusals[code];
}

/** A frame of this page was too large for the server, or for something on the way to it. */
export function isTooLarge(code: number | undefined): boolean {
  return code === closeCode.tooLarge || code === messageTooBig;
}

/** A server that restarts, or has too much to do, sends many pages away at once. */
export function isCrowd(code: number): boolean {
  return code === closeCode.goingAway || code === tryAgainLater || code === closeCode.tooFast;
}

/** What the server is told instead of a result that would end the socket. */
export const resultTooLarge: ErrorPayload = {
  code: 'too_large',
  message: 'The tool ran to its end, but its result is larger than a frame may be.',
};

export function errorCodeOf(code: number): ErrorCode {
  return refusals[code] ?? 'disconnected';
}

/** What a server would close the socket with for this reason. */
export function closeCodeOf(code: ErrorCode): number {
  return code === 'taken_over' ? closeCode.takenOver : closeCode.ticketRefused;
}
