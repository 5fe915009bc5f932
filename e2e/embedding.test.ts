import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startAgent, type AgentProcess } from './agent-process.ts';
import { launchChromium, openGuarded, type GuardedPage } from './guarded-page.ts';

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

const open = (): Promise<GuardedPage> => openGuarded(browser, agent.url, { hosts: [new URL(agent.url).host] });

describe('the element in a page that goes on living', () => {
  test('works beside a second copy of its script (089)', async () => {
    const page = await open();
    await page.page.addScriptTag({ url: `${agent.url}/headless-agent.all.js`, type: 'module' });
    await page.say('remember that my name is Ada');
    await page.settled(1);
    assert.deepEqual(await page.chips(), ['1.1.0 done']);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test('is collected when it is gone, and leaves no listener behind (095)', async () => {
    const page = await open();
    await page.agent.getByRole('textbox').first().waitFor();
    await page.page.evaluate(makeAndRemove);
    // What was removed keeps its socket for a moment, in case it was only moved.
    const left = async (): Promise<{ alive: number; listeners: number }> => {
      await page.page.requestGC();
      return page.page.evaluate(countLeft);
    };
    const deadline = Date.now() + 15_000;
    let found = await left();
    while ((found.alive > 5 || found.listeners > 0) && Date.now() < deadline) found = await left();
    assert.ok(found.alive <= 5, `${found.alive} elements are alive`);
    assert.equal(found.listeners, 0);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});

/** Runs in the page: counts listeners of the page's own, then makes elements that never connect and some that do. */
async function makeAndRemove(): Promise<void> {
  const count = { listeners: 0 };
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target;
    const held = new Set<string>();
    const names = new Map<unknown, number>();
    const nameOf = (type: string, listener: unknown): string => {
      if (!names.has(listener)) names.set(listener, names.size);
      return `${type} ${names.get(listener)}`;
    };
    const note = (change: () => void): void => {
      const before = held.size;
      change();
      count.listeners += held.size - before;
    };
    Reflect.set(target, 'addEventListener', (type: string, listener: EventListener, options?: object) => {
      note(() => held.add(nameOf(type, listener)));
      addEventListener.call(target, type, listener, options);
    });
    Reflect.set(target, 'removeEventListener', (type: string, listener: EventListener, options?: object) => {
      note(() => held.delete(nameOf(type, listener)));
      removeEventListener.call(target, type, listener, options);
    });
  }
  const refs: WeakRef<Element>[] = [];
  const make = (): HTMLElement => {
    const element = document.createElement('headless-agent');
    document.body.append(element);
    refs.push(new WeakRef(element));
    return element;
  };
  for (let made = 0; made < 1_000; made += 1) make().remove();
  for (let made = 0; made < 10; made += 1) {
    const element = make();
    await Reflect.get(element, 'ready');
    element.remove();
  }
  Object.assign(globalThis, { countLeft: () => ({ ...count, alive: refs.filter((ref) => ref.deref()).length }) });
}

/** Runs in the page. */
function countLeft(): { alive: number; listeners: number } {
  return Reflect.get(globalThis, 'countLeft')();
}
