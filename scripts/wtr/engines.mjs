import { chromeLauncher } from '@web/test-runner-chrome';
import puppeteer from 'puppeteer-core';
import { engineNames, locateBrowser } from '../browsers.mjs';
import { webkitLauncher } from './webkit-launcher.mjs';

const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How each engine is started with the files that were found. */
const launchers = {
  chromium: ({ chromium }) =>
    chromeLauncher({
      puppeteer,
      launchOptions: { executablePath: chromium, args: [...chromiumFlags, ...sandboxFlags()] },
    }),
  firefox: ({ firefox }) =>
    chromeLauncher({ puppeteer, launchOptions: { browser: 'firefox', executablePath: firefox } }),
  webkit: webkitLauncher,
};

/**
 * The browsers to test in: those named (`chromium,firefox,webkit`), or every one that this machine has.
 *
 * @throws Error when a named engine is unknown or missing, or when there is none at all.
 */
export function chooseBrowsers(names) {
  const wanted = names ? names.split(',').map((name) => name.trim()) : engineNames;
  const found = wanted.map(locateBrowser);
  const missing = found.filter(({ lacks }) => lacks.length > 0);
  const why = missing.map(({ name, lacks }) => `${name} (not found: ${lacks.join(', ')})`).join('; ');
  if (names && why) throw new Error(`Missing browsers: ${why}.`);
  const present = found.filter(({ lacks }) => lacks.length === 0);
  if (present.length === 0) throw new Error(`There is no browser to test in: ${why}.`);
  if (why) console.log(`browser: skipped ${why}`);
  return present.map(({ name, files }) => launchers[name](files));
}

/** Chromium refuses its sandbox to root, which is who runs most containers. */
function sandboxFlags() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
