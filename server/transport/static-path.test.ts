import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staticPath } from './static-path.ts';

const named: readonly [url: string, file: string][] = [
  ['/', 'index.html'],
  ['/?', 'index.html'],
  ['/shop/', 'shop/index.html'],
  ['/headless-agent.js', 'headless-agent.js'],
  ['/headless-agent.js?v=1#top', 'headless-agent.js'],
  ['/chunks/idb-a_B-9.js', 'chunks/idb-a_B-9.js'],
  ['/chunks/-x.js', 'chunks/-x.js'],
  ['/%68eadless-agent.js', 'headless-agent.js'],
];

for (const [url, file] of named) {
  test(`${url} names ${file}`, () => assert.deepEqual(staticPath(url), { kind: 'file', name: file }));
}

const unserved = [
  '//',
  '//elsewhere.example/x.js',
  '/../package.json',
  '/chunks/../../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/..%5cpackage.json',
  '/..\\package.json',
  '/%252e%252e/package.json',
  '/.env',
  '/chunks/.git/config',
  '/a%00.js',
  '/C:/x.js',
  '/a//b.js',
  '/shop/.',
];

for (const url of unserved) {
  test(`${url} names nothing`, () => assert.deepEqual(staticPath(url), { kind: 'unserved' }));
}

for (const url of ['', '*', 'http://other.example/', '/%', '/%zz', '/%ff']) {
  test(`${JSON.stringify(url)} is malformed`, () => assert.deepEqual(staticPath(url), { kind: 'malformed' }));
}
