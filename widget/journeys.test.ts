import { expect } from '@open-wc/testing';
import { permit, place } from '../scripts/wtr/devices.ts';
import { restoreAll, stub } from '../scripts/wtr/stub.ts';
import { deferred } from '../shared/deferred.ts';
import { limits } from '../shared/limits.ts';
import { find } from './headless-agent.fixture.ts';
import './index.ts';
import type { SiteTool } from './registry/site-tool.ts';
import {
  answerOf,
  chipData,
  chips,
  decide,
  hasCard,
  hasChip,
  heldTimers,
  meet,
  offer,
  pressStop,
  say,
  SpiedSocket,
  talk,
  until,
  watchChips,
} from './journeys.fixture.ts';

beforeEach(() => {
  sessionStorage.clear();
  stub(window, 'WebSocket', SpiedSocket);
});

afterEach(async () => {
  document.body.replaceChildren();
  await until(() => SpiedSocket.open.length === 0, 'a socket outlived its element');
  restoreAll();
});

/** A tool that says which session called it, once it is let. */
function slowTool(name: string): { readonly tool: SiteTool; readonly finish: () => void } {
  const gate = deferred<void>();
  return {
    tool: {
      name,
      description: 'Tells who called.',
      annotations: { readOnlyHint: true },
      trusted: true,
      execute: async (_, { idempotencyKey }) => {
        await gate.promise;
        return { calledBy: idempotencyKey };
      },
    },
    finish: () => gate.resolve(),
  };
}

describe('a message to the real server', () => {
  it('is answered', async () => {
    const element = await meet();
    expect(await talk(element, 'hello')).to.equal('Hello!');
    expect(await talk(element, 'who are you')).to.match(/^I am a rehearsal, not an AI/);
  });
});

describe('a call from the real server', () => {
  it('runs without a question where none is needed', async () => {
    const element = await meet();
    expect(await talk(element, 'remember that my name is Ada')).to.contain('Ada');
    expect(await talk(element, 'what is my name?')).to.contain('Ada');
    expect(chips(element)).to.deep.equal(['1.1.0 done', '2.1.0 done']);
  });

  it('finds the place of the device once the person has allowed it', async () => {
    if (!(await permit('granted', 'geolocation')) || !(await place(52.5, 13.4, 7))) {
      const coords = { latitude: 52.5, longitude: 13.4, accuracy: 7 };
      const getCurrentPosition = (tell: (fix: object) => void): void => tell({ coords, timestamp: 0 });
      stub(navigator, 'geolocation', { getCurrentPosition });
    }
    const element = await meet({ tools: 'geolocation_get memory_*' });
    await say(element, 'where am I? remember it');
    await decide(element, 'allow');
    expect(await answerOf(element)).to.contain('52.5');
    expect(chips(element)).to.deep.equal(['1.1.0 done', '1.2.0 done']);
    await permit('prompt', 'geolocation');
  });

  it('takes a tool of the site through every state', async () => {
    const element = await meet();
    const bought = deferred<string>();
    const packed = deferred<void>();
    await offer(element, {
      name: 'cart_add',
      description: 'Put a product into the cart.',
      inputSchema: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
      execute: async ({ sku }) => {
        bought.resolve(String(sku));
        await packed.promise;
        return { count: 1 };
      },
    });
    const seen = watchChips(element);
    await say(element, 'put LEMON-1 into my cart');
    await decide(element, 'allow');
    expect(await bought.promise).to.equal('LEMON-1');
    await hasChip(element, '1.1.0 running');
    packed.resolve();
    await answerOf(element);
    // A call is requested for one microtask where nothing has to be looked up: too short to be drawn everywhere.
    const drawn = seen().filter((chip) => chip !== '1.1.0 requested');
    expect(drawn).to.deep.equal(['1.1.0 asking', '1.1.0 running', '1.1.0 done']);
  });

  it('is not run when the person denies it, and the model hears so', async () => {
    const element = await meet();
    await talk(element, 'remember that my cat is Tom');
    await say(element, 'forget my cat');
    await decide(element, 'deny');
    expect(await answerOf(element)).to.match(/You said no/);
    expect(await talk(element, 'what is my cat?')).to.contain('Tom');
    expect(chips(element)).to.deep.equal(['1.1.0 done', '2.1.0 denied', '3.1.0 done']);
  });

  it('is cancelled with its card when the person stops, and the next message is answered', async () => {
    const element = await meet();
    await say(element, 'forget my cat');
    await hasCard(element);
    await pressStop(element);
    await hasChip(element, '1.1.0 cancelled');
    expect(element.shadowRoot?.querySelector('[part=approval]')).to.equal(null);
    expect(await talk(element, 'hello')).to.equal('Hello!');
  });
});

describe("a site's tool that misbehaves", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;

  const outcomes: readonly (readonly [what: string, result: () => unknown, state: string, shown: RegExp])[] = [
    ['more than the model can take', () => 'x'.repeat(5_000_000), 'failed', /"code": "too_large"/],
    ['a value that contains itself', () => circle, 'failed', /"code": "internal".*contains itself/s],
    ['a DOM node', () => document.body, 'failed', /"code": "internal".*DOM node/s],
    ['nothing', () => undefined, 'done', /null/],
    [
      'an error',
      () => {
        throw new Error('The till is closed.');
      },
      'failed',
      /"code": "internal".*The till is closed/s,
    ],
  ];

  for (const [what, result, state, shown] of outcomes) {
    it(`by giving ${what} ends in one coded outcome, and the turn goes on`, async () => {
      const element = await meet();
      await offer(element, {
        name: 'till_read',
        description: 'Reads the till.',
        annotations: { readOnlyHint: true },
        trusted: true,
        execute: result,
      });
      expect(await talk(element, 'use till_read')).to.not.equal('');
      expect(chips(element)).to.deep.equal([`1.1.0 ${state}`]);
      expect(chipData(element)).to.match(shown);
      expect(await talk(element, 'hello')).to.equal('Hello!');
    });
  }

  it('by hanging is given up when its time is over, and the turn goes on', async () => {
    const element = await meet();
    const timers = heldTimers(limits.toolMs);
    await offer(element, {
      name: 'till_read',
      description: 'Reads the till.',
      annotations: { readOnlyHint: true },
      trusted: true,
      execute: () => new Promise(() => {}),
    });
    await say(element, 'use till_read');
    await hasChip(element, '1.1.0 running');
    timers.fire();
    expect(await answerOf(element)).to.match(/took too long/);
    expect(chips(element)).to.deep.equal(['1.1.0 timed-out']);
  });
});

describe('elements on one page', () => {
  it('have a session each, and each result returns to its own (033)', async () => {
    const one = await meet({ label: 'One' });
    const two = await meet({ label: 'Two' });
    const first = slowTool('caller_tell');
    const second = slowTool('caller_tell');
    await offer(one, first.tool);
    await offer(two, second.tool);
    await say(one, 'use caller_tell');
    await say(two, 'use caller_tell');
    await hasChip(one, '1.1.0 running');
    await hasChip(two, '1.1.0 running');
    second.finish();
    await answerOf(two);
    expect(chips(one)).to.deep.equal(['1.1.0 running']);
    first.finish();
    await answerOf(one);
    expect(chips(one)).to.deep.equal(['1.1.0 done']);
    expect(sessionIn(chipData(one))).to.not.equal(sessionIn(chipData(two)));
  });

  it('take their session up again after they were removed, and leave no socket behind (094)', async () => {
    const before = SpiedSocket.sockets.length;
    const element = await meet();
    const { tool, finish } = slowTool('caller_tell');
    finish();
    await offer(element, tool);
    await talk(element, 'use caller_tell');
    const session = sessionIn(chipData(element));

    element.remove();
    await until(() => SpiedSocket.open.length === 0, 'the socket stayed open');
    document.body.append(element);
    expect(await talk(element, 'hello')).to.equal('Hello!');
    await talk(element, 'use caller_tell');
    expect(chips(element)).to.deep.equal(['1.1.0 done', '3.1.0 done']);
    expect(sessionIn(find(element, '[data-call-id="3.1.0"]').textContent)).to.equal(session);
    expect(SpiedSocket.open).to.have.length(1);
    expect(SpiedSocket.sockets.length - before).to.equal(2);
  });
});

describe('a page that changes while calls go on', () => {
  /** Tells each call to a test, and ends at once. */
  function shelf(name: string, execute: () => unknown): SiteTool {
    return { name, description: 'Looks at the shelf.', annotations: { readOnlyHint: true }, trusted: true, execute };
  }

  it('has each of nine calls run once, though it draws, moves and restyles the element (019)', async () => {
    const element = await meet();
    const other = document.createElement('div');
    document.body.append(other);
    let runs = 0;
    await offer(
      element,
      shelf('shelf_read', () => (runs += 1)),
    );
    for (let call = 1; call <= 9; call += 1) {
      await talk(element, 'use shelf_read');
      element.theme = call % 2 ? 'dark' : 'light';
      element.lang = call % 2 ? 'de' : 'en';
      element.label = `Assistant ${call}`;
      (call % 2 ? other : document.body).append(element);
      element.requestUpdate();
      await element.updateComplete;
    }
    expect(runs).to.equal(9);
    expect(chips(element)).to.have.length(9);
  });

  it('does not disturb a call by what it looks like, and withdraws one whose tool it removes (034)', async () => {
    const element = await meet();
    const { tool, finish } = slowTool('shelf_read');
    await offer(element, tool);
    await say(element, 'use shelf_read');
    await hasChip(element, '1.1.0 running');
    Object.assign(element, { theme: 'dark', lang: 'de', label: 'Other', placeholder: 'Other' });
    element.tools = 'memory_*';
    await element.updateComplete;
    finish();
    await answerOf(element);
    expect(chips(element)).to.deep.equal(['1.1.0 done']);

    await say(element, 'forget my cat');
    await hasCard(element);
    element.tools = '';
    await element.updateComplete;
    await decide(element, 'allow');
    await answerOf(element);
    expect(chips(element)[1]).to.equal('2.1.0 failed');
    expect(find(element, '[data-call-id="2.1.0"]').textContent).to.match(/"code": "conflict".*withdrawn/s);
  });

  it('has no call of a tool that another tool took away (031)', async () => {
    const element = await meet();
    let reads = 0;
    const readShelf = shelf('shelf_read', () => (reads += 1));
    const abort = new AbortController();
    element.registerTool(readShelf, { signal: abort.signal });
    await offer(
      element,
      shelf('shelf_clear', () => abort.abort()),
    );
    await talk(element, 'use shelf_clear');
    await talk(element, 'use shelf_read');
    expect(chips(element)).to.deep.equal(['1.1.0 done']);
    expect(reads).to.equal(0);
  });

  it('hears nothing of what is typed into the element (096)', async () => {
    const element = await meet();
    const heard: string[] = [];
    const listen = ({ key }: KeyboardEvent): void => void heard.push(key);
    window.addEventListener('keydown', listen);
    await talk(element, 'hello s/');
    window.removeEventListener('keydown', listen);
    expect(heard).to.deep.equal([]);
  });
});

function sessionIn(text: string): string {
  const session = /"calledBy": "([^:"]+):/.exec(text)?.[1];
  if (!session) throw new Error(`No session is named in: ${text}`);
  return session;
}
