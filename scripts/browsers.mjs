import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What each engine needs on the machine, how it is found, and what Debian calls it. */
const engines = {
  chromium: {
    packages: ['chromium'],
    needs: {
      chromium: () =>
        process.env.CHROMIUM_PATH ??
        findOnPath('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome') ??
        findFile('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    },
  },
  firefox: {
    packages: ['firefox-esr'],
    needs: {
      firefox: () =>
        process.env.FIREFOX_PATH ??
        findOnPath('firefox-esr', 'firefox') ??
        findFile('/Applications/Firefox.app/Contents/MacOS/firefox'),
    },
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    needs: {
      WebKitWebDriver: () => findOnPath('WebKitWebDriver'),
      MiniBrowser: () => findMiniBrowser(),
      Xvfb: () => findOnPath('Xvfb'),
    },
  },
};

export const engineNames = Object.keys(engines);

/**
 * Looks for an engine on this machine.
 *
 * @returns the files that were found by name, the names of what it lacks, and the Debian packages that bring it.
 * @throws Error for an engine that is not known.
 */
export function locateBrowser(name) {
  if (!Object.hasOwn(engines, name)) {
    throw new Error(`Unknown browser "${name}". Known are ${engineNames.join(', ')}.`);
  }
  const { needs, packages } = engines[name];
  const files = Object.fromEntries(Object.entries(needs).map(([need, find]) => [need, find()]));
  return { name, files, lacks: Object.keys(files).filter((need) => !files[need]), packages };
}

/** The first of these programs that the PATH has. */
export function findOnPath(...programs) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find(isExecutable);
}

function findFile(path) {
  return isExecutable(path) ? path : undefined;
}

/** WebKitGTK's own small browser, kept beside the library in a folder that carries its version. */
function findMiniBrowser() {
  const folders = ['/usr/libexec', '/usr/lib', ...foldersIn('/usr/lib')];
  return folders
    .flatMap((folder) => foldersIn(folder).filter((path) => /webkit(2gtk|gtk)-[\d.]+$/.test(path)))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(isExecutable);
}

function foldersIn(folder) {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
