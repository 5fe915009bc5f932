import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { plainArguments } from './plain-arguments.ts';

class Money {
  readonly cents = 100;
}

function refusal(value: unknown): string {
  try {
    plainArguments(value);
  } catch (thrown) {
    return AgentError.is(thrown) ? `${thrown.code}: ${thrown.message}` : String(thrown);
  }
  return 'taken';
}

describe('plainArguments', () => {
  it('gives a frozen copy and leaves the value alone', () => {
    const value = { list: [{ deep: 1 }], none: undefined };
    const copy = plainArguments(value);
    expect(copy).to.deep.equal({ list: [{ deep: 1 }] });
    expect(Object.isFrozen(copy) && Object.isFrozen(copy['list'])).to.equal(true);
    expect(Object.isFrozen(value) || Object.isFrozen(value.list)).to.equal(false);
  });

  const odd: readonly [unknown, string][] = [
    [new Map([['a', 1]]), "invalid_args: arguments: the tool's schema makes a Map of it"],
    [{ tags: new Set(['a']) }, "invalid_args: tags: the tool's schema makes a Set of it"],
    [{ at: { day: new Date(0) } }, "invalid_args: at.day: the tool's schema makes a Date of it"],
    [{ list: [new Money()] }, "invalid_args: list.0: the tool's schema makes a Money of it"],
    [{ run: () => 1 }, 'invalid_args: The arguments can not be used. JSON can not hold a function.'],
    [{ text: 'x'.repeat(70_000) }, 'too_large: The arguments can not be used. There is room for 65536 bytes only.'],
    [['a'], 'invalid_args: arguments: an object is needed'],
    ['a', 'invalid_args: arguments: an object is needed'],
  ];
  for (const [value, expected] of odd) {
    it(`says ${expected}`, () => expect(refusal(value).startsWith(expected)).to.equal(true));
  }

  it('takes objects without a prototype, and those of another frame', () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const foreign: unknown = Reflect.get(frame.contentWindow ?? {}, 'JSON').parse('{"a":[{"b":1}]}');
    frame.remove();
    expect(plainArguments(Object.assign(Object.create(null), { a: 1 }))).to.deep.equal({ a: 1 });
    expect(plainArguments(foreign)).to.deep.equal({ a: [{ b: 1 }] });
  });
});
