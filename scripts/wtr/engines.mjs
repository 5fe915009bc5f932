import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromeLauncher } from '@web/test-runner-chrome';
import puppeteer from 'puppeteer-core';
import { webkitLauncher } from './webkit-launcher.mjs';

/** What each engine needs on the machine, and how it is started with what was found. */
const engines = {
  chromium: {
    needs: {
      chromium: () =>
        process.env.CHROMIUM_PATH ??
        findOnPath('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome') ??
        findFile('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    },
    launch: ({ chromium }) =>
      chromeLauncher({
        puppeteer,
        launchOptions: { executablePath: chromium, args: [...chromiumFlags, ...sandboxFlags()] },
      }),
  },
  firefox: {
    needs: {
      firefox: () =>
        process.env.FIREFOX_PATH ??
        findOnPath('firefox-esr', 'firefox') ??
        findFile('/Applications/Firefox.app/Contents/MacOS/firefox'),
    },
    launch: ({ firefox }) =>
      chromeLauncher({ puppeteer, launchOptions: { browser: 'firefox', executablePath: firefox } }),
  },
  webkit: {
    needs: {
      WebKitWebDriver: () => findOnPath('WebKitWebDriver'),
      MiniBrowser: () => findMiniBrowser(),
      Xvfb: () => findOnPath('Xvfb'),
    },
    launch: webkitLauncher,
  },
};

const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The browsers to test in: those named (`chromium,firefox,webkit`), or every one that this machine has.
 *
 * @throws Error when a named engine is unknown or missing, or when there is none at all.
 */
export function chooseBrowsers(names) {
  const wanted = names ? names.split(',').map((name) => name.trim()) : Object.keys(engines);
  const found = wanted.map(locate);
  const missing = found.filter(({ lacks }) => lacks.length > 0);
  const why = missing.map(({ name, lacks }) => `${name} (not found: ${lacks.join(', ')})`).join('; ');
  if (names && why) throw new Error(`Missing browsers: ${why}.`);
  const present = found.filter(({ lacks }) => lacks.length === 0);
  if (present.length === 0) throw new Error(`There is no browser to test in: ${why}.`);
  if (why) console.log(`browser: skipped ${why}`);
  return present.map(({ name, files }) => engines[name].launch(files));
}

function locate(name) {
  if (!Object.hasOwn(engines, name)) {
    throw new Error(`Unknown browser "${name}". Known are ${Object.keys(engines).join(', ')}.`);
  }
  const files = Object.fromEntries(Object.entries(engines[name].needs).map(([need, find]) => [need, find()]));
  return { name, files, lacks: Object.keys(files).filter((need) => !files[need]) };
}

function findOnPath(...programs) {
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

/** Chromium refuses its sandbox to root, which is who runs most containers. */
function sandboxFlags() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
