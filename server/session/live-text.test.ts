import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import type { ServerMessage } from '../../shared/protocol.ts';
import { LiveTextBuffer } from './live-text.ts';

class Bench {
  readonly sent: ServerMessage[] = [];
  epoch = 1;
  #soon: (() => void)[] = [];
  readonly buffer = new LiveTextBuffer({
    send: (message) => this.sent.push(message),
    attempt: () => this.epoch,
    soon: (run) => this.#soon.push(run),
  });

  add(text: string, round = 1): void {
    this.buffer.add({ kind: 'text', turn: 1, round, text });
  }

  /** Runs what was put off until soon. */
  tick(): void {
    for (const run of this.#soon.splice(0)) run();
  }

  /** The texts that went out, thoughts in brackets. */
  get texts(): string[] {
    return this.sent.map((message) =>
      message.type === 'turn.text'
        ? message.text
        : message.type === 'turn.thought'
          ? `(${message.text})`
          : message.type,
    );
  }
}

suite('live text', () => {
  test('sends the first piece at once and the rest of the tick together', () => {
    const bench = new Bench();
    for (const text of ['You ', 'are ', 'in ', 'Bonn.']) bench.add(text);
    assert.deepEqual(bench.texts, ['You ']);
    bench.tick();
    assert.deepEqual(bench.texts, ['You ', 'are in Bonn.']);
    assert.deepEqual(bench.sent[1], { type: 'turn.text', turn: 1, round: 1, attempt: 1, text: 'are in Bonn.' });
  });

  test('sends at once again after a tick in which nothing came', () => {
    const bench = new Bench();
    bench.add('a');
    bench.tick();
    assert.deepEqual(bench.texts, ['a']);
    bench.add('b');
    assert.deepEqual(bench.texts, ['a', 'b']);
  });

  test('sends what waits before whatever comes next, and not a second time', () => {
    const bench = new Bench();
    bench.add('a');
    bench.add('b');
    bench.buffer.flush();
    bench.buffer.flush();
    bench.tick();
    assert.deepEqual(bench.texts, ['a', 'b']);
  });

  test('keeps thoughts and words in the order in which they came', () => {
    const bench = new Bench();
    bench.add('a');
    bench.add('b');
    bench.buffer.add({ kind: 'thought', turn: 1, round: 1, text: 'hm' });
    bench.add('c');
    bench.tick();
    assert.deepEqual(bench.texts, ['a', 'b', '(hm)', 'c']);
  });

  test('sends thoughts together like words: many of them are few frames', () => {
    const bench = new Bench();
    for (const text of ['Let ', 'me ', 'see.']) bench.buffer.add({ kind: 'thought', turn: 1, round: 1, text });
    bench.tick();
    assert.deepEqual(bench.texts, ['(Let )', '(me see.)']);
    assert.deepEqual(bench.sent[1], { type: 'turn.thought', turn: 1, text: 'me see.' });
  });

  test('forgets a round that is in the log or given up: its rest is not sent', () => {
    const bench = new Bench();
    bench.add('a');
    bench.add('b');
    bench.buffer.clear();
    bench.tick();
    assert.deepEqual(bench.texts, ['a']);
    assert.equal(bench.buffer.whole(), undefined);
  });

  test('names round and attempt of each piece', () => {
    const bench = new Bench();
    bench.add('a');
    bench.buffer.clear();
    bench.tick();
    bench.epoch = 2;
    bench.add('b', 2);
    assert.deepEqual(bench.sent[1], { type: 'turn.text', turn: 1, round: 2, attempt: 2, text: 'b' });
  });
});

suite('a page that comes back', () => {
  test('gets all of the unfinished round, and then what follows', () => {
    const bench = new Bench();
    bench.add('You ');
    bench.add('are ');
    const whole = bench.buffer.whole();
    assert.deepEqual(whole, { type: 'turn.text', turn: 1, round: 1, attempt: 1, text: 'You are ', whole: true });
    bench.add('here.');
    bench.tick();
    assert.deepEqual(bench.texts, ['You ', 'here.']);
  });

  test('gets nothing of a round without words', () => {
    const bench = new Bench();
    assert.equal(bench.buffer.whole(), undefined);
    bench.buffer.add({ kind: 'thought', turn: 1, round: 1, text: 'hm' });
    assert.equal(bench.buffer.whole(), undefined);
  });

  test('sees the text exactly, whenever it was away (057)', () => {
    const action = fc.oneof(
      { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 3 }).map((text) => ({ do: 'add', text }) as const) },
      { weight: 2, arbitrary: fc.constant({ do: 'tick' } as const) },
      { weight: 1, arbitrary: fc.constant({ do: 'flush' } as const) },
      { weight: 1, arbitrary: fc.constant({ do: 'return' } as const) },
    );
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const bench = new Bench();
        let said = '';
        let shown = '';
        const show = () => {
          for (const message of bench.sent.splice(0)) if (message.type === 'turn.text') shown += message.text;
        };
        for (const next of actions) {
          if (next.do === 'add') {
            said += next.text;
            bench.add(next.text);
          } else if (next.do === 'tick') bench.tick();
          else if (next.do === 'flush') bench.buffer.flush();
          else {
            // What went out while it was away is lost; the whole takes its place.
            bench.sent.length = 0;
            shown = bench.buffer.whole()?.text ?? '';
          }
          show();
        }
        bench.buffer.flush();
        show();
        assert.equal(shown, said);
      }),
    );
  });
});
