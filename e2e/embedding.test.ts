import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { startAgent, type AgentProcess } from './agent-process.ts';
import { launchChromium, openGuarded, type GuardedPage } from './guarded-page.ts';
import { startSite } from './host-site.ts';

let agent: AgentProcess;
let browser: Browser;

before(async () => {
  agent = await startAgent();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await agent?.stop();
});

async function open(t: TestContext, scripts: readonly string[]): Promise<GuardedPage> {
  const tags = scripts.map((url) => `<script type="module" src="${url}"></script>`).join('\n');
  const body = `<!doctype html><title>A shop</title><link rel="icon" href="data:,">${tags}<headless-agent></headless-agent>`;
  const files = {
    '/': { type: 'text/html; charset=utf-8', body },
    '/leaks.js': { type: 'text/javascript; charset=utf-8', body: leaks },
  };
  const site = await startSite(files, "object-src 'none'");
  const page = await openGuarded(browser, site.url, { hosts: [site.host, new URL(agent.url).host] });
  t.after(async () => {
    await page.close();
    await site.close();
  });
  return page;
}

/** Counts the listeners on window and document, and which elements are still alive. */
const leaks = `
  const held = new Map([window, document].map((target) => [target, 0]));
  const add = EventTarget.prototype.addEventListener;
  const remove = EventTarget.prototype.removeEventListener;
  // Held weakly: a test for leaks must not be one.
  const known = new WeakMap();
  const note = (target, type, listener, isAdded) => {
    if (!held.has(target)) return;
    const types = known.get(listener) ?? new Set();
    known.set(listener, types);
    if (types.has(type) === isAdded) return;
    isAdded ? types.add(type) : types.delete(type);
    held.set(target, held.get(target) + (isAdded ? 1 : -1));
  };
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    note(this ?? window, type, listener, true);
    add.call(this ?? window, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    note(this ?? window, type, listener, false);
    remove.call(this ?? window, type, listener, options);
  };
  const refs = [];
  const make = () => {
    const element = document.createElement('headless-agent');
    document.body.append(element);
    refs.push(new WeakRef(element));
    return element;
  };
  const listeners = () => [...held.values()].reduce((sum, count) => sum + count);
  globalThis.leaks = {
    listeners,
    alive: () => refs.filter((ref) => ref.deref()).length,
    begin: async () => {
      for (let made = 0; made < 1_000; made += 1) make().remove();
      for (let made = 0; made < 10; made += 1) {
        const element = make();
        await element.ready;
        element.remove();
      }
    },
  };`;

describe('the element in a page that goes on living', () => {
  test('works beside a second copy of its script (089)', async (t) => {
    const page = await open(t, [`${agent.url}/headless-agent.js`, `${agent.url}/headless-agent.all.js`]);
    await page.say('remember that my name is Ada');
    await page.settled(1);
    assert.deepEqual(await page.chips(), ['1.1.0 done']);
    assert.deepEqual(page.problems, []);
  });

  test('is collected when it is gone, and leaves no listener behind (095)', async (t) => {
    const site = await open(t, ['/leaks.js', `${agent.url}/headless-agent.js`]);
    const { page, problems } = site;
    // Answered once, the element has loaded all that listens.
    await site.say('remember that my name is Ada');
    await site.settled(1);
    const before = Number(await page.evaluate('leaks.listeners()'));
    assert.ok(before > 0, 'the element that stays was not heard to listen');
    await page.evaluate('leaks.begin()');
    // What was removed keeps its socket for a moment, in case it was only moved.
    const deadline = Date.now() + 15_000;
    let left = { alive: Number.POSITIVE_INFINITY, added: 0 };
    while ((left.alive > 5 || left.added > 0) && Date.now() < deadline) {
      await page.requestGC();
      left = {
        alive: Number(await page.evaluate('leaks.alive()')),
        added: Number(await page.evaluate('leaks.listeners()')) - before,
      };
    }
    assert.ok(left.alive <= 5, `${left.alive} elements are alive`);
    assert.equal(left.added, 0);
    assert.deepEqual(problems, []);
  });
});
