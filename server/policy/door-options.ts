import type { Limits } from '../../shared/limits.ts';
import type { Log } from '../log.ts';
import type { Admit } from './admission.ts';
import type { Counts } from './counts.ts';

export interface DoorOptions {
  /** What tickets are signed with; undefined where nobody needs one. */
  readonly secrets: readonly Uint8Array[] | undefined;
  readonly counts: Counts;
  readonly limits: Limits;
  /** How many proxies of ours a request passes. */
  readonly proxies: number;
  /** The operator's own check. */
  readonly admit: Admit | undefined;
  readonly now: () => number;
  readonly log: Log;
}
