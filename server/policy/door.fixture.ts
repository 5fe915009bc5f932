import { limits, type Limits } from '../../shared/limits.ts';
import { silentLog } from '../log.ts';
import { countsOf } from './counts.fixture.ts';
import { Door, type Arrival } from './door.ts';
import type { DoorOptions } from './door-options.ts';
import { readSecrets } from './ticket.ts';

export const secret = 's'.repeat(32);
export const origin = 'https://shop.example';

/** A door by the machine's own clock: tickets are minted by it. */
export function doorOf({
  limits: changes,
  ...options
}: Partial<Omit<DoorOptions, 'limits'>> & { limits?: Partial<Limits> } = {}): Door {
  return new Door({
    secrets: undefined,
    counts: countsOf(),
    proxies: 0,
    admit: undefined,
    now: Date.now,
    log: silentLog,
    ...options,
    limits: { ...limits, ...changes },
  });
}

export const secrets = readSecrets(secret);

export function arrivalOf(remote = '203.0.113.7', headers: Arrival['headers'] = {}): Arrival {
  return { origin, remote, headers };
}
