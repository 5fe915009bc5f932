import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { staticFiles } from './static-files.ts';

const files: Readonly<Record<string, string>> = {
  'element/headless-agent.js': 'export const version = 1;',
  'element/headless-agent.js.br': 'br copy',
  'element/headless-agent.js.gz': 'gz copy',
  'element/headless-agent.js.map': '{}',
  'element/chunks/idb-a1B2.js': 'export {};',
  'element/.secret.js': 'secret',
  'site/index.html': '<!doctype html><title>Shop</title>',
  'site/shop.js': 'export const cart = [];',
  'site/headless-agent.js': 'an impostor',
  'outside.js': 'outside',
};

let folder = '';
const server = createServer();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'));
  for (const [name, text] of Object.entries(files)) await put(name, text, 1_000);
  const answer = staticFiles({ element: join(folder, 'element'), site: join(folder, 'site') });
  server.on('request', (req, res) => {
    void answer(req, res).then((answered) => {
      if (!answered) res.writeHead(404).end('not a file');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(name: string, text: string, second: number): Promise<void> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  await utimes(path, second, second);
}

function port(): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request over a real socket, its path sent exactly as it is written here. */
function ask(path: string, options: { method?: string; headers?: OutgoingHttpHeaders } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: port(), host: '127.0.0.1', path, agent: false, ...options }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (body += piece));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.on('error', reject).end();
  });
}

test('any origin may load the element, which is checked for changes each time', async () => {
  const { status, headers, body } = await ask('/headless-agent.js');
  assert.equal(status, 200);
  assert.equal(body, 'export const version = 1;');
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  assert.equal(headers['cache-control'], 'no-cache');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['vary'], 'Accept-Encoding');
  assert.equal(headers['content-length'], '25');
});

test('a chunk is kept for good', async () => {
  const { status, headers } = await ask('/chunks/idb-a1B2.js');
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['access-control-allow-origin'], '*');
});

test('the page comes at / with a policy that allows only what the element needs', async () => {
  const { status, headers, body } = await ask('/');
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.match(body, /Shop/);
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; script-src 'self'; /);
  assert.match(policy, /require-trusted-types-for 'script'; trusted-types lit-html$/);
  assert.doesNotMatch(policy, /unsafe|\*|data:/);
  assert.equal(headers['referrer-policy'], 'same-origin');
  assert.equal(headers['access-control-allow-origin'], undefined);
});

test('a file of the site is for its own origin and can not hide a file of the element', async () => {
  const { headers, body } = await ask('/shop.js');
  assert.equal(body, files['site/shop.js']);
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal((await ask('/headless-agent.js')).body, files['element/headless-agent.js']);
});

test('the compressed copy is sent to whoever takes it, under a tag of its own', async () => {
  const [plain, gzip, br] = await Promise.all(
    ['identity', 'gzip', 'gzip, br'].map((accepted) =>
      ask('/headless-agent.js', { headers: { 'accept-encoding': accepted } }),
    ),
  );
  assert.equal(gzip?.body, 'gz copy');
  assert.equal(gzip?.headers['content-encoding'], 'gzip');
  assert.equal(br?.body, 'br copy');
  assert.equal(br?.headers['content-encoding'], 'br');
  assert.equal(br?.headers['content-length'], '7');
  assert.equal(new Set([plain, gzip, br].map((answer) => answer?.headers.etag)).size, 3);
});

test('a copy that the browser has is not sent again', async () => {
  const first = await ask('/headless-agent.js', { headers: { 'accept-encoding': 'br' } });
  for (const tag of [first.headers.etag, `"other", W/${first.headers.etag}`, '*']) {
    const again = await ask('/headless-agent.js', { headers: { 'accept-encoding': 'br', 'if-none-match': tag } });
    assert.equal(again.status, 304);
    assert.equal(again.body, '');
    assert.equal(again.headers.etag, first.headers.etag);
    assert.equal(again.headers['access-control-allow-origin'], '*');
    assert.equal(again.headers['content-encoding'], undefined);
  }
  const other = await ask('/headless-agent.js', { headers: { 'if-none-match': '"other"' } });
  assert.equal(other.status, 200);
});

test('HEAD answers with the headers of GET and no body', async () => {
  const [get, head] = await Promise.all([ask('/'), ask('/', { method: 'HEAD' })]);
  assert.equal(head.status, 200);
  assert.equal(head.body, '');
  for (const name of ['content-length', 'content-type', 'etag', 'content-security-policy'])
    assert.equal(head.headers[name], get.headers[name]);
});

test('other methods are refused for a file and are nothing of ours elsewhere', async () => {
  const refused = await ask('/headless-agent.js', { method: 'POST' });
  assert.equal(refused.status, 405);
  assert.equal(refused.headers.allow, 'GET, HEAD');
  assert.equal((await ask('/healthz', { method: 'POST' })).status, 404);
});

test('the entry with a query leads to the one entry', async () => {
  const { status, body, headers } = await ask('/headless-agent.js?ver=6.8', { headers: { 'accept-encoding': 'br' } });
  assert.equal(status, 200);
  assert.equal(body, "export * from './headless-agent.js';\n");
  assert.equal(headers['access-control-allow-origin'], '*');
});

const notFiles = [
  '/none.js',
  '/chunks',
  '/chunks/',
  '/../outside.js',
  '/chunks/../../outside.js',
  '/%2e%2e/outside.js',
  '/..%2foutside.js',
  '/.secret.js',
  '/headless-agent.js.map',
  '/headless-agent.js.br',
  '/headless-agent.js/x.js',
  '/headless-agent.js%00.html',
  `/${'x'.repeat(5_000)}.js`,
];

for (const path of notFiles) {
  test(`${path.slice(0, 40)} is no file`, async () => {
    const { status, body } = await ask(path);
    assert.equal(status, 404);
    assert.equal(body, 'not a file');
  });
}

for (const path of ['/%', '/%ff.js', '/%c0%ae%c0%ae/outside.js']) {
  test(`${path} is a bad request`, async () => assert.equal((await ask(path)).status, 400));
}

test('a request line without a path is a bad request', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(port(), '127.0.0.1', () =>
      socket.write('GET http://elsewhere.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    socket.setEncoding('utf8');
    socket.on('data', (piece) => (text += String(piece)));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
  assert.match(answer, /^HTTP\/1\.1 400 /);
});

test('an edit shows at the next request', async () => {
  await put('site/edited.css', 'a {}', 1_000);
  const first = await ask('/edited.css');
  await put('site/edited.css', 'b {}', 1_001);
  const second = await ask('/edited.css', { headers: { 'if-none-match': String(first.headers.etag) } });
  assert.equal(second.status, 200);
  assert.equal(second.body, 'b {}');
});

test('trouble with the disk is answered, not thrown', async () => {
  await symlink('loop.js', join(folder, 'site/loop.js'));
  const { status, body } = await ask('/loop.js');
  assert.equal(status, 500);
  assert.equal(body, 'Something went wrong.\n');
});

test('without a site, / is no file', async () => {
  const answer = staticFiles({ element: join(folder, 'element') });
  const bare = createServer((req, res) => void answer(req, res).then((answered) => res.end(String(answered))));
  await new Promise<void>((listening) => bare.listen(0, '127.0.0.1', listening));
  const address = bare.address();
  assert.ok(typeof address === 'object' && address);
  const response = await fetch(`http://127.0.0.1:${address.port}/`);
  assert.equal(await response.text(), 'false');
  bare.closeAllConnections();
  bare.close();
});
