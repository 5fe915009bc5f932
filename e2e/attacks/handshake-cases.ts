interface HandshakeCase {
  readonly name: string;
  readonly change: (request: string) => string;
  /** The status, after an upgrade with what follows it. */
  readonly expected: string;
}

const without = (header: string) => (request: string) => request.replace(new RegExp(`${header}: [^\r]*\r\n`), '');
const put = (header: string, value: string) => (request: string) =>
  request.replace(new RegExp(`(${header}): [^\r]*`), `$1: ${value}`);
const also = (line: string) => (request: string) => request.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);

export const handshakeCases: readonly HandshakeCase[] = [
  { name: 'an honest handshake', change: (request) => request, expected: '101 open' },
  { name: 'a handshake without a key', change: without('Sec-WebSocket-Key'), expected: '400' },
  { name: 'a key that is too short', change: put('Sec-WebSocket-Key', 'c2hvcnQ='), expected: '400' },
  { name: 'a key that is not base64', change: put('Sec-WebSocket-Key', '!'.repeat(24)), expected: '400' },
  { name: 'version 12', change: put('Sec-WebSocket-Version', '12'), expected: '400' },
  { name: 'no version', change: without('Sec-WebSocket-Version'), expected: '400' },
  { name: 'an upgrade to something else', change: put('Upgrade', 'h2c'), expected: '400' },
  {
    name: 'no upgrade at all',
    change: (request) => without('Connection')(without('Upgrade')(request)),
    expected: '426',
  },
  { name: 'a POST', change: (request) => request.replace('GET', 'POST'), expected: '405' },
  { name: 'another path', change: (request) => request.replace('/agent', '/other'), expected: '404' },
  { name: 'a path with a query', change: (request) => request.replace('/agent', '/agent?a=b'), expected: '101 open' },
  { name: 'no sub-protocol', change: without('Sec-WebSocket-Protocol'), expected: '101 4406' },
  { name: 'another sub-protocol', change: put('Sec-WebSocket-Protocol', 'chat'), expected: '101 4406' },
  {
    name: 'ours among other sub-protocols',
    change: put('Sec-WebSocket-Protocol', 'chat, headless-agent.v1'),
    expected: '101 open',
  },
  { name: 'a sub-protocol named twice', change: put('Sec-WebSocket-Protocol', 'chat, chat'), expected: '400' },
  { name: 'a sub-protocol that is no word', change: put('Sec-WebSocket-Protocol', 'a b'), expected: '400' },
  {
    name: 'deflate offered, which is not taken',
    change: also('Sec-WebSocket-Extensions: permessage-deflate'),
    expected: '101 open',
  },
  { name: 'an extension that makes no sense', change: also('Sec-WebSocket-Extensions: ;;;,,'), expected: '101 open' },
  { name: 'more headers than a server reads', change: also(`X-Long: ${'x'.repeat(20_000)}`), expected: '431' },
  { name: 'a header with a control character', change: also('X-Bad: a\u0001b'), expected: '400' },
  {
    name: 'a length as well as chunks',
    change: also('Content-Length: 5\r\nTransfer-Encoding: chunked'),
    expected: '400',
  },
  { name: 'no request at all', change: () => '\u0016\u0003\u0001\u0002\u0000\r\n\r\n', expected: '400' },
];
