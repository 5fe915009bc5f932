import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bytesByOrigin, readClosure } from '../../scripts/bundle.mjs';

const folder = 'dist/cdn';
const { loaded, lazy } = readClosure(folder, 'headless-agent.js');
const single = readClosure(folder, 'headless-agent.all.js');
const launcher = { file: 'launcher.js', code: readFileSync(`${folder}/launcher.js`, 'utf8') };
const scripts = [...loaded, ...lazy, ...single.loaded, launcher];

/** Packages that a browser may get. Those of the second list come in chunks, when they are first needed. */
const atOnce = ['lit', 'zod'];
const onFirstUse = ['idb', 'zod-to-json-schema', '@cfworker/json-schema'];

/** Addresses that are names or examples: nothing ever asks them. */
const namesOnly = [
  /^https?:\/\/www\.w3\.org\//,
  /^https?:\/\/json-schema\.org\//,
  /^https:\/\/github\.com\/cfworker$/,
  /^(?:https|wss):\/\/[\w.-]+\.example\.com\b/,
];

function originsOf(files) {
  return [...new Set(files.flatMap((script) => [...bytesByOrigin(folder, script).keys()]))];
}

function foreign(files, packages) {
  const known = [...packages, 'bundler'];
  return originsOf(files).filter((origin) => !known.includes(origin) && !/^(?:widget|shared)(?:\/|$)/.test(origin));
}

test('what loads at once holds the element, Lit and zod/mini', () => {
  assert.deepEqual(foreign(loaded, atOnce), []);
});

test('what loads on first use adds only the packages that are meant for it', () => {
  assert.deepEqual(foreign(lazy, [...atOnce, ...onFirstUse]), []);
  assert.deepEqual(foreign(single.loaded, [...atOnce, ...onFirstUse]), []);
});

test('the single file is one file', () => {
  assert.equal(single.loaded.length, 1);
  assert.deepEqual(single.lazy, []);
});

for (const { file, code } of scripts) {
  test(`${file} makes no code from text`, () => {
    assert.doesNotMatch(code, /\beval\s*\(|\bnew\s+Function\b|[^.\w]Function\s*\(|=\s*Function\b|\bimportScripts\b/);
  });

  test(`${file} touches neither Node nor the page's head`, () => {
    assert.doesNotMatch(code, /["'`]node:|\bprocess\.env\b|\brequire\s*\(|modulepreload|document\.head\b/);
  });

  test(`${file} names no other host`, () => {
    const addresses = code.match(/\b(?:https?|wss?):\/\/[\w-][^\s"'`)]*/g) ?? [];
    assert.deepEqual(
      addresses.filter((address) => !namesOnly.some((pattern) => pattern.test(address))),
      [],
    );
  });
}

test("Lit's licence goes with its code", () => {
  for (const { code } of [...loaded, ...single.loaded]) {
    if (code.includes('lit-html')) assert.match(code, /@license[\s*]+Copyright \d+ Google LLC/);
  }
});
