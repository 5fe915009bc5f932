// Makes sure that there is a browser to test in: those that BROWSERS names, otherwise Chromium; where CI is set,
// the other engines, too, as far as they can be had. On Debian, as root, it installs what is missing.
import { aptGet, canInstall } from './apt-get.mjs';
import { engineNames, locateBrowser } from './browsers.mjs';

const required = process.env.BROWSERS?.split(',').map((name) => name.trim()) ?? ['chromium'];
const wanted = process.env.CI && !process.env.BROWSERS ? engineNames : required;

const missing = wanted.map(locateBrowser).filter(({ lacks }) => lacks.length > 0);
if (missing.length > 0 && canInstall) aptGet('update');
for (const { name, packages } of missing) {
  if (canInstall) {
    console.log(`browsers: installing ${packages.join(', ')} with apt-get`);
    aptGet('install', '-y', '--no-install-recommends', ...packages);
  }
  const { lacks } = locateBrowser(name);
  if (lacks.length === 0) continue;
  console.error(
    `browsers: ${name} was not found (${lacks.join(', ')}). ` +
      `Install it (Debian: apt-get install -y ${packages.join(' ')})${ownPath(name)}.`,
  );
  if (required.includes(name)) process.exitCode = 1;
}

function ownPath(name) {
  return name === 'webkit' ? '' : ` or give its program in ${name.toUpperCase()}_PATH`;
}
