// Makes sure that there is a server to test the Redis store with. On Debian, as root, it installs one when it is
// missing. Without one the tests that need it are skipped, and say so.
import { aptGet, canInstall } from './apt-get.mjs';
import { findOnPath } from './browsers.mjs';

const isThere = () => Boolean(process.env.REDIS_SERVER_PATH ?? findOnPath('redis-server', 'valkey-server'));

if (!isThere() && canInstall) {
  console.log('redis: installing redis-server with apt-get');
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', 'redis-server');
}
if (!isThere()) {
  console.error(
    'redis: there is no redis-server and no valkey-server; the tests of the Redis store are skipped. ' +
      'Install one (Debian: apt-get install -y redis-server) or give its program in REDIS_SERVER_PATH.',
  );
}
