import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { callHash } from '../../shared/call-hash.ts';
import type { LedgerCall, ToolResult } from '../../shared/protocol.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { Place, SessionEvent } from '../loop/event.ts';
import type { CallRecord, TurnState } from '../loop/state.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';
import { PendingCalls } from './pending-calls.ts';
import { fateOf, settleReturned, type Fate } from './returned-calls.ts';
import { SessionLog } from './session-log.ts';

const effect = { name: 'memory_put', args: { key: 'a', value: 1 } };
const read = { name: 'memory_get', args: { key: 'a' } };
const cart = { name: 'cart_add', args: { sku: 'a' } };
const cartTool = { name: 'cart_add', description: '', inputSchema: {}, readOnly: false, definition: 'f1' };
const offer = { builtins: ['memory_get', 'memory_put'], pageTools: [cartTool] };

const before: Place = { page: 'p1', tab: 't1', ledger: 'l1' };
const samePage = before;
const reloaded: Place = { ...before, page: 'p2' };
const otherTab: Place = { page: 'p2', tab: 't2', ledger: 'l2' };
const emptied: Place = { ...reloaded, ledger: 'l2' };

const hashOf = ({ name, args }: typeof effect | typeof read | typeof cart, definition?: string): string =>
  callHash(name, args, definition);

interface Case {
  readonly what: string;
  readonly call?: typeof effect | typeof read | typeof cart;
  readonly sentTo?: Place | undefined;
  readonly page: Place;
  readonly state?: LedgerCall['state'];
  readonly hash?: string;
  readonly fate: Fate;
}

const table: readonly Case[] = [
  { what: 'was never sent', sentTo: undefined, page: otherTab, fate: 'wait' },
  { what: 'is with the page itself, which was cut off', page: samePage, fate: 'wait' },
  { what: 'is done', page: reloaded, state: 'done', fate: 'wait' },
  { what: 'is done, in another tab of the same name', page: otherTab, state: 'done', fate: 'wait' },
  { what: 'runs', page: reloaded, state: 'running', fate: 'wait' },
  { what: 'led to this page', page: reloaded, state: 'navigating', fate: 'wait' },
  { what: 'was started by an earlier page', page: reloaded, state: 'started', fate: 'unknown' },
  { what: 'was started by an earlier page, and reads', call: read, page: reloaded, state: 'started', fate: 'unknown' },
  { what: 'is done, as another call under its id', page: reloaded, state: 'done', hash: 'other', fate: 'unknown' },
  { what: 'runs, as another call under its id', page: reloaded, state: 'running', hash: 'other', fate: 'unknown' },
  { what: 'left, as another call under its id', page: reloaded, state: 'navigating', hash: 'other', fate: 'unknown' },
  { what: 'is not in the ledger of the same tab', page: reloaded, fate: 'send' },
  { what: 'is not in the ledger of the same tab, and reads', call: read, page: reloaded, fate: 'send' },
  { what: 'is not in a ledger that was lost', page: emptied, fate: 'unknown' },
  { what: 'is not in a ledger that was lost, and reads', call: read, page: emptied, fate: 'send' },
  { what: 'is not in the ledger of another tab', page: otherTab, fate: 'unknown' },
  { what: 'is not in the ledger of another tab, and reads', call: read, page: otherTab, fate: 'send' },
  {
    what: "is a site's own tool, done",
    call: cart,
    page: reloaded,
    state: 'done',
    hash: hashOf(cart, 'f1'),
    fate: 'wait',
  },
  {
    what: "is a site's own tool that changed",
    call: cart,
    page: reloaded,
    state: 'done',
    hash: hashOf(cart, 'f2'),
    fate: 'unknown',
  },
  { what: 'is of a tool that is gone', call: { ...cart, name: 'gone' }, page: otherTab, fate: 'unknown' },
];

function turnOf(record: CallRecord): TurnState {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const rest = { rounds: 1, lastFinish: 'calls', entries: [], told: [], usage } as const;
  return { turn: 1, message: 'm1', toolChoice: 'auto', offer, calls: [record], ...rest };
}

for (const one of table) {
  test(`a call that ${one.what}: ${one.fate}`, () => {
    const { call = effect, page, state, hash = hashOf(call), fate } = one;
    const sentTo = 'sentTo' in one ? one.sentTo : before;
    const record = {
      id: '1.1.0',
      round: 1,
      call,
      sentTo,
      dispatches: 1,
      askedUntil: undefined,
      approval: undefined,
      result: undefined,
    };
    const calls = state ? [{ call: '1.1.0', hash, state }] : [];
    assert.equal(fateOf(record, turnOf(record), { ...page, calls }), fate);
  });
}

suite('when a page comes back', () => {
  /** A turn with an effect and a read on their way to the page before. */
  async function stage(waitsHere: boolean) {
    const store = new MemorySessionStore<SessionEvent>({ expiryMs: 1_000_000 });
    const { lease, events } = await store.acquire('s', 'o');
    const log = new SessionLog({ store, lease, events, onEvent: () => {}, onFenced: () => {} });
    const step = { raw: {}, text: '', calls: [effect, read], finish: 'calls' } as const;
    await log.append({ type: 'attached', ...before, tokenHash: 'h1' });
    await log.append({ type: 'offered', page: 'p1', revision: 1, offer });
    await log.append({ type: 'user', turn: 1, message: 'm1', text: 'Hi', toolChoice: 'auto' });
    await log.append({ type: 'model', turn: 1, round: 1, step });
    await log.append({ type: 'dispatch', call: '1.1.0', ...before });
    await log.append({ type: 'dispatch', call: '1.1.1', ...before });
    const clock = new FakeClock();
    const pending = new PendingCalls({ clock, approvalMs: 300_000, cancelGraceMs: 2_000, onDeadline: () => {} });
    const heard: ToolResult[] = [];
    if (waitsHere) void pending.open('1.1.0', { readOnly: false, timeoutMs: 30_000 }).then((one) => heard.push(one));
    const back = async (page: Place, hash: string): Promise<void> => {
      await log.append({ type: 'attached', ...page, tokenHash: hash });
      await settleReturned(log, pending, { ...page, calls: [] });
    };
    const open = () => log.state.turn?.calls.map(({ sentTo, result }) => result?.ok ?? sentTo?.page);
    return { log, pending, heard, back, open };
  }

  test('in the same tab, both calls are sent to it', async () => {
    const { back, open } = await stage(false);
    await back(reloaded, 'h2');
    assert.deepEqual(open(), ['p2', 'p2']);
  });

  test('in another tab, the effect is unknown and the read is sent there', async () => {
    const { back, open, log } = await stage(false);
    await back(otherTab, 'h2');
    assert.deepEqual(open(), [false, 'p2']);
    const { result } = log.state.turn?.calls[0] ?? {};
    assert.equal(result?.ok === false && result.error.code, 'unknown_outcome');
  });

  test('whoever waits for a call that is unknown hears of it, and writes it down', async () => {
    const { back, open, heard } = await stage(true);
    await back(otherTab, 'h2');
    await new Promise(setImmediate);
    assert.deepEqual(open(), ['p1', 'p2']);
    assert.equal(heard.length, 1);
  });

  test('and then the page before it, and then it again, a read follows every time', async () => {
    const { back, open } = await stage(false);
    await back(otherTab, 'h2');
    await back(before, 'h3');
    assert.deepEqual(open(), [false, 'p1']);
    await back(otherTab, 'h4');
    assert.deepEqual(open(), [false, 'p2']);
  });
});
