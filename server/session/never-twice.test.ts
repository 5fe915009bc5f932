import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { ModelAdapter, ModelEvent, ModelRequest } from '../model/model.ts';
import { FlakyStore, ticks } from './flaky-store.fixture.ts';
import { House } from './house.fixture.ts';
import { Browser, LedgerPage, Tab } from './ledger-page.fixture.ts';
import type { Sessions } from './sessions.ts';

const commands = [
  'say',
  'cut',
  'cut unnoticed',
  'return',
  'reload',
  'other tab',
  'hop',
  'crash',
  'drift',
  'answer',
  'allow',
  'deny',
  'stop',
  'second',
  'grace',
  'hour',
  'store down',
  'store up',
] as const;
type Command = (typeof commands)[number];

/** Numbers from 0 up to 1 (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Two rounds of an effect beside a read, then words. Fails for a history that no model would take. */
class CarefulModel implements ModelAdapter {
  readonly label = 'Careful';
  readonly rehearsal = true;
  readonly faults: string[] = [];
  readonly #chance: () => number;

  constructor(chance: () => number) {
    this.#chance = chance;
  }

  async *run({ history, toolChoice }: ModelRequest): AsyncGenerator<ModelEvent> {
    this.#check(history);
    const asked = history.findLastIndex(({ role }) => role === 'user');
    const rounds = history.length - 1 - asked;
    await ticks(Math.floor(this.#chance() * 4));
    const key = `${history.filter(({ role }) => role === 'user').length}-${rounds}`;
    const calls = [
      { name: 'memory_put', args: { key, value: 1 } },
      { name: 'memory_get', args: { key } },
    ];
    const isDone = rounds >= 4 || toolChoice === 'none';
    const text = isDone ? 'Done.' : '';
    if (text) yield { type: 'text', text };
    yield { type: 'step', step: { raw: {}, text, calls: isDone ? [] : calls, finish: isDone ? 'answered' : 'calls' } };
  }

  /** Every call is answered, once, in order, before anything else is said. */
  #check(history: ModelRequest['history']): void {
    for (const [at, entry] of history.entries()) {
      const next = history[at + 1];
      if (entry.role !== 'model' || entry.step.calls.length === 0) continue;
      const answered = next?.role === 'results' ? next.results.map(({ call }) => call) : [];
      if (answered.length !== entry.step.calls.length || answered.some((call, n) => call !== entry.step.calls[n])) {
        this.faults.push(`${at}: ${JSON.stringify(entry.step.calls)} answered by ${JSON.stringify(answered)}`);
      }
    }
    if (history.at(-1)?.role === 'model') this.faults.push('the model was asked after its own words');
  }
}

class World {
  readonly #chance: () => number;
  readonly browser = new Browser();
  readonly model: CarefulModel;
  readonly #stores: FlakyStore[] = [];
  readonly house: House;
  #node: Sessions;
  #tab = new Tab(this.browser);
  #page = new LedgerPage(this.browser, this.#tab);
  #other: { tab: Tab; page: LedgerPage } | undefined;
  said = 0;

  constructor(seed: number) {
    this.#chance = chanceOf(seed);
    this.model = new CarefulModel(this.#chance);
    const store = (memory: House['memory']): FlakyStore => {
      const one = new FlakyStore(memory, this.#chance);
      this.#stores.push(one);
      return one;
    };
    this.house = new House([], { model: this.model, store });
    this.#node = this.house.node();
  }

  get page(): LedgerPage {
    return this.#page;
  }

  /** Up to the welcome: before it there is nothing to come back to. */
  async begin(): Promise<void> {
    await this.#page.connect(this.#node);
    await ticks(2);
  }

  async do(command: Command): Promise<void> {
    this.#start(command);
    await ticks(Math.floor(this.#chance() * 12));
  }

  #start(command: Command): void {
    switch (command) {
      case 'say':
        return this.#say();
      case 'cut':
      case 'cut unnoticed':
        return this.#page.cut(command === 'cut');
      case 'return':
        return void this.#page.connect(this.#node);
      case 'reload':
        this.#page.cut(true);
        this.#page = new LedgerPage(this.browser, this.#tab);
        return void this.#page.connect(this.#node);
      case 'other tab':
        return this.#turnToOther();
      case 'hop':
        this.#node.goAway();
        return this.#move();
      case 'crash':
        for (const store of this.#stores.slice(-1)) store.isDead = true;
        return this.#move();
      case 'drift':
        this.#page.cut(false);
        return this.#move();
      case 'answer':
        return this.#page.answer();
      case 'allow':
      case 'deny':
        return this.#page.decide(command === 'allow');
      case 'stop':
        return this.#page.say({ type: 'turn.cancel', turn: this.browser.endedTurns + 1 });
      case 'second':
        return this.house.clock.advance(1_000);
      case 'grace':
        return this.house.clock.advance(31_000);
      case 'hour':
        return this.house.clock.advance(400_000);
      case 'store down':
      case 'store up':
        for (const store of this.#stores) store.isDown = command === 'store down';
    }
  }

  /** One message at a time, as a page has it. */
  #say(): void {
    if (this.browser.outbox.size > 0) return;
    this.said += 1;
    const id = `message ${this.said}`;
    const message = { type: 'user.message', id, text: id } as const;
    this.browser.outbox.set(id, message);
    this.#page.say(message);
  }

  #turnToOther(): void {
    const tab = this.#other?.tab ?? new Tab(this.browser);
    const page = this.#other?.page ?? new LedgerPage(this.browser, tab);
    this.#other = { tab: this.#tab, page: this.#page };
    this.#tab = tab;
    this.#page = page;
    void page.connect(this.#node);
  }

  #move(): void {
    const isDown = this.#stores.some((store) => store.isDown);
    this.#page.cut(true);
    this.#node = this.house.node();
    for (const store of this.#stores.slice(-1)) store.isDown = isDown;
    void this.#page.connect(this.#node);
  }

  /** All is well from here on, and the person allows everything: what was begun comes to its end. */
  async settle(): Promise<void> {
    await this.do('store up');
    for (let round = 0; round < 60 && (round < 3 || this.browser.outbox.size > 0); round += 1) {
      await this.page.connect(this.#node);
      await ticks(20);
      this.#page.decide(true);
      await ticks(10);
      this.#page.answer();
      await ticks(30);
    }
  }
}

async function check(world: World): Promise<void> {
  const { browser, house, model } = world;
  assert.deepEqual(model.faults, []);
  const twice = [...browser.executions].filter(([, count]) => count > 1);
  assert.deepEqual(twice, [], 'an effect ran twice');
  assert.deepEqual([...browser.outbox.keys()], [], 'a message was never answered');

  const events = await house.events(browser.resume?.session ?? '');
  const results = events.flatMap((event) => (event.type === 'result' ? [event] : []));
  assert.equal(new Set(results.map(({ call }) => call)).size, results.length, 'a call has two results');
  const made = events.flatMap((event) =>
    event.type === 'model'
      ? event.step.calls.map((call, n) => ({ call, id: `${event.turn}.${event.round}.${n}` }))
      : [],
  );
  for (const { id, call } of made) {
    const result = results.find((one) => one.call === id)?.result;
    assert.ok(result, `${id} was lost`);
    if (call.name !== 'memory_put') continue;
    const args: unknown = call.args;
    const key = typeof args === 'object' && args !== null && 'key' in args ? String(args.key) : '';
    const ran = browser.executions.get(key) ?? 0;
    if (result.ok) assert.equal(ran, 1, `${id} is said to have run`);
    else if (result.error.code === 'user_declined') assert.equal(ran, 0, `${id} is said not to have run`);
  }
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  assert.equal(count('user'), count('end'), 'a turn has no end');
  assert.equal(count('user'), world.said, 'a message was lost or taken twice');
}

test('no interleaving of faults loses a call or runs an effect twice, and every history stays valid', async () => {
  const plan = fc.array(fc.constantFrom(...commands), { minLength: 5, maxLength: 40 });
  const property = fc.asyncProperty(plan, fc.integer(), async (steps, seed) => {
    const world = new World(seed);
    await world.begin();
    for (const step of ['say', ...steps] as const) await world.do(step);
    await world.settle();
    await check(world);
  });
  const numRuns = Number(process.env['RUNS'] ?? 80);
  await fc.assert(property, { seed: Number(process.env['SEED'] ?? 3), numRuns });
});
