import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { SessionEvent } from './event.ts';
import { call, calls, failure, noUsage, pageTool, says } from './loop.fixture.ts';
import { emptyState, historyOf, reduce, type SessionState } from './state.ts';

const fine = { ok: true, value: 'fine' } as const;

function user(turn: number, text = 'Hi'): SessionEvent {
  return { type: 'user', turn, message: `m${turn}`, text, toolChoice: 'auto' };
}

function offered(name: string, revision: number): SessionEvent {
  return { type: 'offered', page: 'p1', revision, offer: { builtins: [name], pageTools: [] } };
}

function result(id: string, value: unknown = 'fine'): SessionEvent {
  return { type: 'result', call: id, result: value === 'fine' ? fine : failure('timeout') };
}

function end(turn: number): SessionEvent {
  return { type: 'end', turn, reason: 'answered', usage: noUsage };
}

function stateAfter(...events: SessionEvent[]): SessionState {
  return events.map((event, at) => ({ id: String(at + 1), event })).reduce(reduce, emptyState);
}

const three = calls(call('a'), call('b'), call('c'));

suite('reduce', () => {
  test('leaves the state before it as it was', () => {
    const before = stateAfter(user(1), { type: 'model', turn: 1, round: 1, step: three });
    const copy = structuredClone(before);
    reduce(before, { id: '3', event: result('1.1.0') });
    reduce(before, { id: '3', event: end(1) });
    assert.deepEqual(before, copy);
  });

  test('knows the last event', () => {
    assert.equal(emptyState.lastId, undefined);
    assert.equal(stateAfter(user(1), end(1)).lastId, '2');
  });

  test('knows the page and the hash of its token from the last hello', () => {
    const attached = (page: string): SessionEvent => ({
      type: 'attached',
      tab: 't',
      page,
      ledger: 'l',
      tokenHash: `hash of ${page}`,
    });
    const { place, tokenHashes } = stateAfter(attached('p1'), attached('p2'));
    assert.deepEqual([place, tokenHashes], [{ page: 'p2', tab: 't', ledger: 'l' }, ['hash of p2']]);
  });

  test('still knows the token that a page came with, because the new one may not have arrived', () => {
    const place = { tab: 't', page: 'p', ledger: 'l' };
    const resumed: SessionEvent = { type: 'attached', ...place, tokenHash: 'new', formerHash: 'former' };
    assert.deepEqual(stateAfter(resumed).tokenHashes, ['new', 'former']);
  });
});

suite('a turn', () => {
  test('begins with the tools on offer, and keeps them whatever the page changes meanwhile', () => {
    const state = stateAfter(offered('speak', 1), user(1), offered('memory_get', 2));
    assert.deepEqual(state.turn?.offer.builtins, ['speak']);
    assert.deepEqual(state.offer.builtins, ['memory_get']);
    assert.deepEqual(
      reduce(reduce(state, { id: '4', event: end(1) }), { id: '5', event: user(2) }).turn?.offer.builtins,
      ['memory_get'],
    );
  });

  test('pins the very definitions of page tools', () => {
    const change = (definition: string, revision: number): SessionEvent => {
      const offer = { builtins: [], pageTools: [pageTool('cart_add', { definition })] };
      return { type: 'offered', page: 'p1', revision, offer };
    };
    assert.equal(stateAfter(change('f1', 1), user(1), change('f2', 2)).turn?.offer.pageTools[0]?.definition, 'f1');
  });

  test('gives each call an id of turn, round and index, whatever ids the model uses (007)', () => {
    const same = { ...call('a'), id: 'x' };
    const state = stateAfter(user(1), end(1), user(2), {
      type: 'model',
      turn: 2,
      round: 1,
      step: calls(same, same, call('a')),
    });
    assert.deepEqual(
      state.turn?.calls.map(({ id, call: { id: ofModel } }) => [id, ofModel]),
      [
        ['2.1.0', 'x'],
        ['2.1.1', 'x'],
        ['2.1.2', undefined],
      ],
    );
  });

  test('adds up what its rounds cost, also when a model does not tell', () => {
    const { usage: _, ...silent } = calls(call('a'));
    const state = stateAfter(
      user(1),
      { type: 'model', turn: 1, round: 1, step: three },
      { type: 'model', turn: 1, round: 2, step: silent },
      { type: 'model', turn: 1, round: 3, step: says('Done.') },
    );
    assert.deepEqual(state.turn?.usage, { inputTokens: 20, outputTokens: 2 });
    assert.equal(state.turn?.rounds, 3);
  });

  test('is over with its end, and the next one counts on', () => {
    const state = stateAfter(user(1), end(1));
    assert.deepEqual([state.turn, state.turns], [undefined, 1]);
  });

  test('ignores what belongs to no turn', () => {
    const stray: SessionEvent[] = [
      result('1.1.0'),
      { type: 'model', turn: 1, round: 1, step: three },
      { type: 'dispatch', call: '1.1.0', page: 'p1', tab: 't1', ledger: 'l1' },
      { type: 'late', call: '1.1.0', result: fine },
      { type: 'approval', call: '1.1.0', decision: 'once' },
    ];
    assert.deepEqual(stateAfter(...stray), { ...emptyState, lastId: '5' });
  });
});

suite('the history', () => {
  const orders = [
    ['0', '1', '2'],
    ['0', '2', '1'],
    ['1', '0', '2'],
    ['1', '2', '0'],
    ['2', '0', '1'],
    ['2', '1', '0'],
  ];
  for (const order of orders) {
    test(`holds the results in the model's order when they came as ${order.join(' ')} (005, 008, 023)`, () => {
      const results = order.map((index) => result(`1.1.${index}`));
      const state = stateAfter(user(1), { type: 'model', turn: 1, round: 1, step: three }, ...results);
      assert.deepEqual(historyOf(state), [
        { role: 'user', text: 'Hi' },
        { role: 'model', step: three },
        { role: 'results', results: three.calls.map((made) => ({ call: made, result: fine })) },
      ]);
    });
  }

  test('holds no result of a round before it holds them all', () => {
    const state = stateAfter(
      user(1),
      { type: 'model', turn: 1, round: 1, step: three },
      result('1.1.2'),
      result('1.1.0'),
    );
    assert.deepEqual(
      historyOf(state).map(({ role }) => role),
      ['user', 'model'],
    );
  });

  test('holds the results of each round once, behind its calls', () => {
    const state = stateAfter(
      user(1),
      { type: 'model', turn: 1, round: 1, step: calls(call('a')) },
      result('1.1.0'),
      { type: 'model', turn: 1, round: 2, step: calls(call('b')) },
      result('1.2.0', 'bad'),
      { type: 'model', turn: 1, round: 3, step: says('Done.') },
      end(1),
    );
    assert.deepEqual(
      historyOf(state).map(({ role }) => role),
      ['user', 'model', 'results', 'model', 'results', 'model'],
    );
  });

  test('holds the very message of the model, for signatures are in it (001)', () => {
    const step = { ...says('Hi'), raw: { parts: [{ thought: true, thoughtSignature: 'S1', future: { x: 1 } }] } };
    const [, entry] = historyOf(stateAfter(user(1), { type: 'model', turn: 1, round: 1, step }));
    assert.equal(entry?.role === 'model' && entry.step, step);
  });
});

suite('a late outcome', () => {
  const given: SessionEvent[] = [
    user(1),
    { type: 'model', turn: 1, round: 1, step: calls(call('memory_put')) },
    result('1.1.0', 'bad'),
    { type: 'model', turn: 1, round: 2, step: says('It took too long.') },
    end(1),
  ];
  const late: SessionEvent = { type: 'late', call: '1.1.0', result: fine };
  const note =
    '[Note from the program, not from the person: memory_put, given up earlier, did finish. Data: {"output":"fine"}]';

  test('is told to the model in the next turn, once, before what the person says', () => {
    const state = stateAfter(...given, late, user(2, 'And?'), end(2), user(3, 'Well?'));
    const said = historyOf(state).flatMap((entry) => (entry.role === 'user' ? [entry.text] : []));
    assert.deepEqual(said, ['Hi', `${note}\n\nAnd?`, 'Well?']);
  });

  test('leaves the history of its own turn as the model saw it', () => {
    assert.deepEqual(historyOf(stateAfter(...given, late)), historyOf(stateAfter(...given)));
  });

  test('that comes while the next turn runs is told in the turn after that (027)', () => {
    const state = stateAfter(...given, user(2, 'And?'), late, end(2), user(3, 'Well?'));
    const said = historyOf(state).flatMap((entry) => (entry.role === 'user' ? [entry.text] : []));
    assert.deepEqual(said, ['Hi', 'And?', `${note}\n\nWell?`]);
  });

  test('that comes before its own turn is over is told in the next', () => {
    const state = stateAfter(...given.slice(0, 3), late, end(1), user(2, 'And?'));
    assert.deepEqual(historyOf(state).at(-1), { role: 'user', text: `${note}\n\nAnd?` });
  });

  test('of a call that nobody knows is dropped', () => {
    assert.deepEqual(stateAfter(...given, { type: 'late', call: '9.9.9', result: fine }).late, []);
  });
});

suite('tokens', () => {
  const attachedWith = (tokenHash: string, formerHash?: string): SessionEvent => ({
    type: 'attached',
    page: 'p1',
    tab: 't1',
    ledger: 'l1',
    tokenHash,
    ...(formerHash !== undefined && { formerHash }),
  });
  const tokensOf = (...events: readonly SessionEvent[]): readonly string[] =>
    events.map((event, at) => ({ id: String(at), event })).reduce(reduce, emptyState).tokenHashes;

  test('count from the one that a page came with: any of the welcomes since may have arrived', () => {
    const [a, b] = [attachedWith('a'), attachedWith('b', 'a')];
    assert.deepEqual(tokensOf(a), ['a']);
    assert.deepEqual(tokensOf(a, b), ['b', 'a']);
    assert.deepEqual(tokensOf(a, b, attachedWith('c', 'a')), ['c', 'b', 'a']);
    assert.deepEqual(tokensOf(a, b, attachedWith('c', 'a'), attachedWith('d', 'b')), ['d', 'c', 'b']);
    assert.deepEqual(tokensOf(a, b, attachedWith('c', 'b')), ['c', 'b'], 'one that was replaced and used is gone');
  });

  test('that a page has stay good when an older hello of its own was slower', () => {
    const events = [attachedWith('a'), attachedWith('b', 'a'), attachedWith('c', 'b'), attachedWith('late', 'a')];
    assert.ok(tokensOf(...events).includes('c'));
  });

  test('of a page that never hears its welcome do not pile up, and its own is kept', () => {
    const many = Array.from({ length: 100 }, (_, n) => attachedWith(`n${n}`, 'a'));
    const kept = tokensOf(attachedWith('a'), ...many);
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [10, 'n99', 'a']);
  });
});

suite('a dispatch', () => {
  const step = { raw: {}, text: '', calls: [{ name: 'a', args: {} }], finish: 'calls' } as const;
  const attachedAs = (page: string): SessionEvent => ({
    type: 'attached',
    page,
    tab: 't',
    ledger: 'l',
    tokenHash: page,
  });
  const sent = (page: string, again?: number): SessionEvent => ({
    type: 'dispatch',
    call: '1.1.0',
    page,
    tab: 't',
    ledger: 'l',
    ...(again !== undefined && { again }),
  });
  const recordAfter = (...events: readonly SessionEvent[]) =>
    [
      attachedAs('p1'),
      { type: 'user', turn: 1, message: 'm', text: 'Hi', toolChoice: 'auto' } as const,
      { type: 'model', turn: 1, round: 1, step } as const,
      ...events,
    ]
      .map((event, at) => ({ id: String(at), event }))
      .reduce(reduce, emptyState).turn?.calls[0];

  test('counts for the page that is attached', () => {
    const record = recordAfter(sent('p1'));
    assert.deepEqual([record?.sentTo?.page, record?.dispatches], ['p1', 1]);
  });

  test('that another page was quicker than went to nobody', () => {
    const record = recordAfter(attachedAs('p2'), sent('p1'));
    assert.deepEqual([record?.sentTo, record?.dispatches], [undefined, 1]);
    assert.equal(recordAfter(attachedAs('p2'), sent('p1'), sent('p2', 1))?.sentTo?.page, 'p2');
    assert.equal(recordAfter(sent('p1'), attachedAs('p2'), sent('p3', 1))?.sentTo?.page, 'p1');
  });
});
