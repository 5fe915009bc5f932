import type { ErrorCode } from '../../shared/errors.ts';
import { closeCode } from '../../shared/protocol.ts';

/** Close codes after which another try would end the same way. */
const refusals: Readonly<Record<number, ErrorCode>> = {
  [closeCode.badMessage]: 'bad_message',
  [closeCode.ticketRefused]: 'ticket_refused',
  [closeCode.originRefused]: 'origin_refused',
  [closeCode.subProtocol]: 'version_mismatch',
  [closeCode.takenOver]: 'taken_over',
  [closeCode.tooLarge]: 'frame_too_large',
};

/** Why a socket that closed with this code stays closed; undefined when it may come back. */
export function refusalOf(code: number, codeBefore: number | undefined): ErrorCode | undefined {
  // Whatever was too large may have been a single frame: one more try, not a second.
  if (code === closeCode.tooLarge && codeBefore !== closeCode.tooLarge) return undefined;
  return refusals[code];
}

export function errorCodeOf(code: number): ErrorCode {
  return refusals[code] ?? 'disconnected';
}

/** What a server would close the socket with for this reason. */
export function closeCodeOf(code: ErrorCode): number {
  return code === 'taken_over' ? closeCode.takenOver : closeCode.ticketRefused;
}
