import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentType, isText } from './content-type.ts';

test('a script, a style sheet and a page carry their charset', () => {
  assert.equal(contentType('headless-agent.js'), 'text/javascript; charset=utf-8');
  assert.equal(contentType('shop/demo.css'), 'text/css; charset=utf-8');
  assert.equal(contentType('index.html'), 'text/html; charset=utf-8');
});

test('an image has a type without a charset and no compressed copies', () => {
  assert.equal(contentType('lamp.webp'), 'image/webp');
  assert.equal(isText('lamp.webp'), false);
  assert.equal(isText('lamp.svg'), true);
});

test('a file that is not for browsers has no type', () => {
  for (const name of ['main.ts', 'headless-agent.js.map', 'headless-agent.js.br', 'README', 'constructor'])
    assert.equal(contentType(name), undefined);
});
