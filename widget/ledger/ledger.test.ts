import { expect } from '@open-wc/testing';
import { callHash } from '../../shared/call-hash.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { call, clock, done, loadPage, openLedger, type Page } from './page.fixture.ts';

const hash = callHash(call.name, call.args, undefined);
const changed = { ...call, args: { sku: 'b2' } };

/** What the server is told in the hello, and what becomes of a call that it sends again. */
function standing({ ledger }: Page, asked = call): string {
  const state = ledger.report('s1').find((reported) => reported.call === asked.call)?.state ?? 'nothing';
  const found = ledger.of(asked).look();
  return `reports ${state}, finds ${found.state}`;
}

function begin(page = loadPage()): Page {
  expect(page.ledger.of(call).start()).to.equal(true);
  return page;
}

function finish(page: Page, result = done): Page {
  page.ledger.of(call).finish(result);
  return page;
}

function leave(page: Page): Page {
  page.ledger.of(call).navigating();
  return page;
}

describe('arguments that the person changed', () => {
  const ran = { sku: 'c3' };

  it('are known with the result, in this page and after a reload', () => {
    const page = loadPage();
    page.ledger.of(call).start(ran);
    finish(page);
    for (const { ledger } of [page, page.next()]) {
      expect(ledger.of(call).look()).to.deep.equal({ state: 'done', result: done, ran });
      expect(ledger.doneCalls('s1')).to.deep.equal([{ call: call.call, result: done, ran }]);
    }
  });

  it('are known of a run whose end nobody saw', () => {
    const page = loadPage();
    page.ledger.of(call).start(ran);
    expect(page.next().ledger.of(call).look()).to.deep.equal({ state: 'started', ran });
  });
});

describe('a call on return', () => {
  const rows: readonly [what: string, page: () => Page, expected: string, asked?: typeof call][] = [
    ['never began', () => loadPage(), 'reports nothing, finds absent'],
    ['never began, and the page was loaded again', () => loadPage().next(), 'reports nothing, finds absent'],
    ['runs in this page', () => begin(), 'reports running, finds running'],
    ['ran in a page that has gone', () => begin().next(), 'reports started, finds started'],
    ['ran in a page that was killed', () => begin().next('killed'), 'reports started, finds started'],
    ['is done', () => finish(begin()), 'reports done, finds done'],
    ['was done in a page that has gone', () => finish(begin()).next(), 'reports done, finds done'],
    ['is about to leave this page', () => leave(begin()), 'reports running, finds running'],
    ['led to this page', () => leave(begin()).next(), 'reports navigating, finds done'],
    ['said that it would leave, and did not', () => finish(leave(begin())).next(), 'reports done, finds done'],
    ['was another one when it ran', () => begin(), 'reports running, finds other', changed],
    ['was another one in a page that has gone', () => begin().next(), 'reports started, finds other', changed],
    ['was another one and is done', () => finish(begin()), 'reports done, finds other', changed],
    [
      'is of a turn that is over',
      () => {
        const page = finish(begin());
        page.ledger.turnEnded('s1', 1);
        return page.next();
      },
      'reports nothing, finds over',
    ],
    [
      'is of a turn before the last one',
      () => {
        const page = loadPage();
        page.ledger.turnEnded('s1', 7);
        return page;
      },
      'reports nothing, finds over',
    ],
    [
      'is of the turn after the last one',
      () => {
        const page = loadPage();
        page.ledger.turnEnded('s1', 1);
        return page;
      },
      'reports nothing, finds absent',
      { ...call, call: '2.0.0' },
    ],
    [
      'is of another session',
      () => begin(),
      'reports nothing, finds absent',
      { ...call, session: 's2', call: '1.0.1' },
    ],
  ];
  for (const [what, page, expected, asked] of rows) {
    it(`that ${what} ${expected}`, () => {
      expect(standing(page(), asked)).to.equal(expected);
    });
  }

  it('is reported with the hash that the server makes of it', () => {
    expect(begin().next().ledger.report('s1')).to.deep.equal([{ call: '1.0.0', hash, state: 'started' }]);
  });
});

describe('the generation', () => {
  const rows: readonly [what: string, next: (page: Page) => Page, isSame: boolean][] = [
    ['a page that left', (page) => page.next(), true],
    ['three of them', (page) => page.next().next().next(), true],
    ['a page that was killed', (page) => page.next('killed'), false],
    [
      'a storage that was emptied',
      (page) => {
        page.storage.items.clear();
        return page.next();
      },
      false,
    ],
    [
      'an entry that somebody spoiled',
      (page) => {
        for (const key of page.storage.items.keys()) if (key.includes('call')) page.storage.items.set(key, '{"a":1}');
        return page.next();
      },
      false,
    ],
    [
      'a mark that somebody spoiled',
      (page) => {
        page.ledger.turnEnded('s1', 1);
        for (const key of page.storage.items.keys()) if (key.includes('turns')) page.storage.items.set(key, '{');
        return page.next();
      },
      false,
    ],
    ['what a stranger keeps in the same storage', (page) => (page.storage.items.set('x', '{'), page.next()), true],
  ];
  for (const [what, next, isSame] of rows) {
    it(`is ${isSame ? 'the same' : 'another'} after ${what}`, () => {
      const page = begin();
      const before = page.ledger.generation;
      expect(next(page).ledger.generation === before).to.equal(isSame);
    });
  }

  it('changes at once when the page empties its storage, for every element of the page', () => {
    const { ledger, storage, tab } = begin();
    const other = openLedger(storage, tab);
    storage.items.clear();
    expect(ledger.generation).to.not.equal(tab.ledger);
    expect(other.generation).to.equal(ledger.generation);
  });

  it('changes before the next effect when nobody asked for it meanwhile', () => {
    const page = begin();
    page.storage.items.clear();
    page.ledger.of({ ...call, call: '1.0.1' }).start();
    expect(page.next().ledger.generation).to.not.equal(page.tab.ledger);
  });

  it('drops what is spoiled and keeps the rest', () => {
    const page = begin();
    page.ledger.of({ ...call, call: '1.0.1' }).start();
    const key = [...page.storage.items.keys()].find((name) => name.includes('1.0.1')) ?? '';
    page.storage.items.set(key, 'spoiled');
    expect(page.ledger.of({ ...call, call: '1.0.1' }).look()).to.deep.equal({ state: 'other' });
    expect(page.next().ledger.report('s1')).to.deep.equal([{ call: '1.0.0', hash, state: 'started' }]);
    expect(page.storage.items.has(key)).to.equal(false);
  });
});

describe('a result', () => {
  it('is there for each page that follows, until the turn is over', () => {
    const page = finish(begin());
    const second = page.next().next();
    expect(second.ledger.doneCalls('s1')).to.deep.equal([{ call: '1.0.0', result: done }]);
    expect(second.ledger.of(call).look()).to.deep.equal({ state: 'done', result: done });
    second.ledger.turnEnded('s1', 1);
    expect(second.ledger.doneCalls('s1')).to.deep.equal([]);
  });

  it('of a call that led to another page says where, and stays the same', () => {
    const arrived = leave(begin()).next('left', 'https://shop.example.com/checkout?token=secret#top');
    const result = { ok: true, value: { navigated: true, url: 'https://shop.example.com/checkout' } };
    expect(arrived.ledger.doneCalls('s1')).to.deep.equal([{ call: '1.0.0', result }]);
    const later = arrived.next('left', 'https://shop.example.com/help');
    expect(later.ledger.of(call).look()).to.deep.equal({ state: 'done', result });
  });

  it('of a call that never began is not kept', () => {
    const page = finish(loadPage());
    expect(page.ledger.doneCalls('s1')).to.deep.equal([]);
  });

  it('that comes after its turn is not kept', () => {
    const page = begin();
    page.ledger.turnEnded('s1', 1);
    finish(page);
    expect(page.next().ledger.doneCalls('s1')).to.deep.equal([]);
    expect(standing(page)).to.equal('reports nothing, finds over');
  });

  it('that is known later takes the place of one that was not', () => {
    const unknown: ToolResult = { ok: false, error: { code: 'unknown_outcome', message: 'Given up.' } };
    const page = finish(finish(begin(), unknown));
    expect(page.next().ledger.doneCalls('s1')).to.deep.equal([{ call: '1.0.0', result: done }]);
  });

  it('that is larger than all there is room for is kept as an error', () => {
    const page = finish(begin(), { ok: true, value: 'x'.repeat(600_000) });
    const [kept] = page.next().ledger.doneCalls('s1');
    expect(kept?.result).to.have.nested.property('error.code', 'too_large');
  });

  it('that the storage has no room for leaves the call begun', () => {
    const page = begin();
    page.storage.isFull = true;
    finish(page);
    page.storage.isFull = false;
    expect(standing(page.next())).to.equal('reports started, finds started');
  });
});

describe('a ledger that is full', () => {
  function fill(page: Page, session = 's1', turn = 1): void {
    for (let index = 0; index < 200; index += 1) {
      expect(page.ledger.of({ ...call, session, call: `${turn}.0.${index}` }).start()).to.equal(true);
    }
  }

  it('begins no effect, and drops nothing of a turn that is not over', () => {
    const page = loadPage();
    fill(page);
    expect(page.ledger.of({ ...call, call: '1.1.0' }).start()).to.equal(false);
    expect(page.ledger.report('s1')).to.have.length(200);
    expect(page.ledger.of({ ...call, call: '1.1.0' }).look()).to.deep.equal({ state: 'absent' });
  });

  it('still keeps the result of what has begun', () => {
    const page = loadPage();
    fill(page);
    expect(standing(finish(page).next())).to.equal('reports done, finds done');
  });

  it('has room again once the turn is over', () => {
    const page = loadPage();
    fill(page);
    page.ledger.turnEnded('s1', 1);
    expect(page.ledger.of({ ...call, call: '2.0.0' }).start()).to.equal(true);
  });

  it('begins no effect when a megabyte is written, although the calls are few', () => {
    const page = loadPage();
    let calls = 0;
    for (; page.ledger.of({ ...call, call: `1.0.${calls}` }).start(); calls += 1) {
      page.ledger.of({ ...call, call: `1.0.${calls}` }).finish({ ok: true, value: 'x'.repeat(4_000) });
    }
    expect(calls).to.be.within(100, 199);
    const chars = [...page.storage.items].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    expect(chars).to.be.below(524_288);
  });

  it('begins no effect when the storage itself is full', () => {
    const page = loadPage();
    page.storage.isFull = true;
    expect(page.ledger.of(call).start()).to.equal(false);
  });

  it('lets go of a conversation that nobody took up for an hour, but runs none of its calls again', () => {
    const page = loadPage();
    fill(page);
    clock.now += 3_600_001;
    expect(page.ledger.of({ ...call, session: 's2' }).start()).to.equal(true);
    expect(standing(page)).to.equal('reports nothing, finds over');
  });

  it('lets go of no conversation that was younger', () => {
    const page = loadPage();
    fill(page);
    clock.now += 3_500_000;
    expect(page.ledger.of({ ...call, session: 's2' }).start()).to.equal(false);
    expect(standing(page)).to.equal('reports running, finds running');
  });
});

describe('a storage that the browser forbids while the page is there', () => {
  it('lets no effect begin, and is known by another name', () => {
    const page = begin();
    page.storage.isForbidden = true;
    expect(page.ledger.of(call).look()).to.deep.equal({ state: 'other' });
    expect(page.ledger.of({ ...call, call: '1.0.1' }).start()).to.equal(false);
    expect(page.ledger.report('s1')).to.deep.equal([]);
    expect(page.ledger.generation).to.not.equal(page.tab.ledger);
    expect(() => {
      finish(page);
      page.ledger.turnEnded('s1', 1);
      page.ledger.forget('s1');
    }).to.not.throw();
  });
});

describe('sessions beside each other', () => {
  it('of two elements on a page keep to themselves', () => {
    const page = begin();
    const other = openLedger(page.storage, page.tab);
    other.of({ ...call, session: 's2' }).start();
    other.turnEnded('s2', 9);
    expect(other.report('s2')).to.deep.equal([]);
    expect(standing(page)).to.equal('reports running, finds running');
    page.ledger.forget('s1');
    expect(standing(page)).to.equal('reports nothing, finds absent');
  });

  it('are both kept when two elements write in turn', () => {
    const page = loadPage();
    const other = openLedger(page.storage, page.tab);
    for (let index = 0; index < 5; index += 1) {
      page.ledger.of({ ...call, call: `1.0.${index}` }).start();
      other.of({ ...call, session: 's2', call: `1.0.${index}` }).start();
      page.ledger.turnEnded('s3', index);
      other.turnEnded('s4', index);
    }
    const { ledger } = page.next();
    expect([ledger.report('s1').length, ledger.report('s2').length]).to.deep.equal([5, 5]);
    expect(ledger.look('s3', '4.0.0', hash)).to.deep.equal({ state: 'over' });
    expect(ledger.look('s4', '4.0.0', hash)).to.deep.equal({ state: 'over' });
  });

  it('have marks that only rise, for the fifty newest', () => {
    const { ledger } = loadPage();
    for (let n = 0; n < 60; n += 1) ledger.turnEnded(`session ${n}`, 5);
    ledger.turnEnded('session 59', 2);
    expect(ledger.look('session 59', '5.0.0', hash)).to.deep.equal({ state: 'over' });
    expect(ledger.look('session 10', '5.0.0', hash)).to.deep.equal({ state: 'over' });
    expect(ledger.look('session 9', '5.0.0', hash)).to.deep.equal({ state: 'absent' });
  });

  it('whatever they are called', () => {
    const { ledger } = loadPage();
    const names = ['a', 'a.1', '["a","1.0.0"]', '__proto__', 'a b', ''];
    for (const session of names) ledger.of({ ...call, session }).start();
    for (const session of names) expect(ledger.report(session)).to.have.length(1);
  });

  it('of a copied tab are not seen', () => {
    const original = begin();
    const storage = original.storage.copy();
    const copy = openLedger(storage, { ...original.tab, tab: 'copy', ledger: 'another' });
    expect(copy.report('s1')).to.deep.equal([]);
    expect(copy.of(call).look()).to.deep.equal({ state: 'absent' });
    clock.now += 8 * 24 * 3_600_000;
    openLedger(storage, { ...original.tab, tab: 'copy', ledger: 'another' });
    expect([...storage.items.keys()].some((key) => key.includes('call'))).to.equal(false);
  });
});
