import { spawnSync } from 'node:child_process';
import { findOnPath } from './browsers.mjs';

/** Whether packages can be installed here: on Debian, as root. */
export const canInstall = process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;

/** Runs apt-get without questions; what it has to complain of, it says. */
export function aptGet(...args) {
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=600', '-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
