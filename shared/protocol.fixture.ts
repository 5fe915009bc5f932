import type { ClientMessage, MessageOf, ServerMessage } from './protocol.ts';

type Samples<Message extends { type: string }> = {
  readonly [Type in Message['type']]: readonly [MessageOf<Message, Type>, ...MessageOf<Message, Type>[]];
};

const pageTool = {
  name: 'cart_add',
  description: 'Put a product into the cart.',
  inputSchema: { type: 'object', properties: { sku: { type: 'string' } } },
  readOnly: false,
  definition: 'f1',
};
const offer = { builtins: ['speak'], pageTools: [pageTool] };
const taint = { untrusted: ['clipboard_read'], sensitive: ['geolocation_get'] };
const tab = { tab: 't1', page: 'p1', ledger: 'l1' };
const hello: MessageOf<ClientMessage, 'hello'> = {
  type: 'hello',
  version: 1,
  ...tab,
  calls: [],
  locale: 'de-DE',
  ...offer,
};

/** At least one of each; together they hold every field and every variant. */
export const clientSamples: Samples<ClientMessage> = {
  hello: [
    hello,
    { ...hello, resume: { session: 's1', token: 'k1', after: '12' } },
    { ...hello, calls: [{ call: '1.1.0', hash: 'h1', state: 'started' }] },
    { ...hello, pageTools: [{ ...pageTool, trusted: true, feedback: 'none' }] },
    { ...hello, forget: { session: 's0', token: 'k0' }, ticket: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' },
  ],
  'user.message': [
    { type: 'user.message', id: 'm1', text: 'Where am I?' },
    { type: 'user.message', id: 'm2', text: 'Hi', toolChoice: 'none' },
    { type: 'user.message', id: 'm3', text: 'Hi', toolChoice: { tool: 'speak' } },
    { type: 'user.message', id: 'm4', text: 'Hi', origin: 'pasted' },
  ],
  'turn.cancel': [{ type: 'turn.cancel', turn: 1 }],
  'tool.status': [
    { type: 'tool.status', call: '1.1.0', status: { state: 'asking', remainingMs: 300_000 } },
    { type: 'tool.status', call: '1.1.0', status: { state: 'decided', decision: 'once' } },
    { type: 'tool.status', call: '1.1.0', status: { state: 'decided', decision: 'auto', hash: 'h1' } },
    { type: 'tool.status', call: '1.1.0', status: { state: 'progress', progress: 'half way' } },
    { type: 'tool.status', call: '1.1.0', status: { state: 'progress', progress: 0.5 } },
  ],
  'tool.result': [
    { type: 'tool.result', call: '1.1.0', result: { ok: true, value: { latitude: 50.7 } } },
    { type: 'tool.result', call: '1.1.0', result: { ok: true, value: 1 }, taint, ran: { text: 'Hello' } },
    { type: 'tool.result', call: '1.1.0', result: { ok: false, error: { code: 'timeout', message: 'Too slow.' } } },
  ],
  'approval.answer': [{ type: 'approval.answer', call: '1.1.0', nonce: 'n1', hash: 'h1', decision: 'once' }],
  'tools.changed': [{ type: 'tools.changed', ...offer }],
  ack: [{ type: 'ack' }],
};

const welcome: MessageOf<ServerMessage, 'welcome'> = {
  type: 'welcome',
  session: 's1',
  token: 'k1',
  epoch: 1,
  resumed: false,
  tools: ['speak'],
  model: { label: 'Rehearsal', rehearsal: true },
  limits: { approvalMs: 300_000, graceMs: 30_000, maxResultBytes: 32_768, maxMessageChars: 16_000 },
};
const request: MessageOf<ServerMessage, 'approval.request'> = {
  type: 'approval.request',
  at: '5',
  turn: 1,
  call: '1.1.0',
  nonce: 'n1',
  hash: 'h1',
  name: 'mail_send',
  description: 'Send a mail.',
  reads: 'nothing',
  sink: 'egress',
  args: { to: 'a@example.com' },
  remainingMs: 300_000,
};

/** At least one of each; together they hold every field and every variant. */
export const serverSamples: Samples<ServerMessage> = {
  welcome: [welcome, { ...welcome, taint, ask: ['memory_*'] }],
  'turn.started': [
    { type: 'turn.started', at: '3', turn: 1, message: 'm1' },
    { type: 'turn.started', at: '3', turn: 1, message: 'm1', text: 'Where am I?' },
  ],
  'turn.text': [
    { type: 'turn.text', turn: 1, round: 1, attempt: 1, text: 'You are ' },
    { type: 'turn.text', at: '4', turn: 1, round: 1, attempt: 1, text: 'You are in Bonn.', whole: true },
  ],
  'turn.thought': [{ type: 'turn.thought', turn: 1, text: 'A map would help.' }],
  'tool.call': [
    { type: 'tool.call', at: '5', turn: 1, call: '1.1.0', name: 'cart_add', args: { sku: 'a' }, definition: 'f1' },
    { type: 'tool.call', at: '5', turn: 1, call: '1.1.0', name: 'speak', args: {}, remainingMs: 250_000 },
    { type: 'tool.call', at: '5', turn: 1, call: '1.1.0', name: 'speak', args: {}, repaired: true },
  ],
  'tool.settled': [
    {
      type: 'tool.settled',
      at: '6',
      turn: 1,
      call: '1.1.0',
      name: 'speak',
      args: {},
      result: { ok: true, value: null },
    },
    {
      type: 'tool.settled',
      turn: 1,
      call: '1.1.0',
      name: 'mail_read',
      args: {},
      result: { ok: true, value: 'Hi' },
      taint,
    },
  ],
  'approval.request': [request, { ...request, title: 'Send a mail' }],
  'tool.cancel': [{ type: 'tool.cancel', call: '1.1.0', reason: 'stopped' }],
  'turn.ended': [
    { type: 'turn.ended', at: '6', turn: 1, reason: 'answered', usage: { inputTokens: 10, outputTokens: 3 } },
  ],
  'turn.failed': [
    {
      type: 'turn.failed',
      at: '6',
      turn: 1,
      message: 'm1',
      error: { code: 'model_quota', message: 'The model is used up for today.' },
    },
  ],
  notice: [
    { type: 'notice', kind: 'going_away', message: 'The server restarts.' },
    { type: 'notice', kind: 'going_away', message: 'The server restarts.', retryInMs: 900 },
  ],
  ack: [{ type: 'ack' }],
};
