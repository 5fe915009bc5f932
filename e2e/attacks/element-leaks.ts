import { startAgent } from '../agent-process.ts';
import { launchChromium } from '../guarded-page.ts';
import { startSite } from '../host-site.ts';
import type { Attack, Figure } from './attack.ts';

export const elementLeaks: Attack = {
  name: 'element-leaks',
  about: 'The element put into a page and taken out again, a thousand times: none of it may stay.',
  run: async ({ isLong }) => {
    const times = isLong ? 1_000 : 100;
    const agent = await startAgent({ HEADLESS_AGENT_DEMO: 'off' });
    const site = await startSite({ '/': { type: 'text/html', body: blank(agent.url) } }, `script-src ${agent.url}`);
    const browser = await launchChromium();
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(site.url);
      await page.waitForFunction(() => customElements.get('headless-agent') !== undefined);
      const devtools = await context.newCDPSession(page);
      const look = async () => {
        for (let pass = 0; pass < 3; pass += 1) await devtools.send('HeapProfiler.collectGarbage');
        const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
        const { usedSize } = await devtools.send('Runtime.getHeapUsage');
        return { nodes, listeners: jsEventListeners, heap: usedSize };
      };
      // The first ones load chunks and fill caches that stay.
      await page.evaluate(mountAndLeave, 20);
      const before = await look();
      await page.evaluate(mountAndLeave, times);
      const after = await look();
      const alive = await page.evaluate(countAlive);
      const sockets = await metricsOf(agent.url);
      const figures: Figure[] = [
        { name: 'elements alive', value: alive, most: 5 },
        { name: 'sockets open', value: sockets.open, most: 0 },
        { name: 'elements that were to be ready and had no socket', value: times / 4 - sockets.opened, most: 0 },
        { name: 'listeners more', value: after.listeners - before.listeners, most: 5 },
        { name: 'nodes more', value: after.nodes - before.nodes, most: 500 },
        { name: 'page errors', value: errors.length, most: 0 },
      ];
      const counts = {
        elements: times,
        'KB of heap for each': ((after.heap - before.heap) / 1_024 / times).toFixed(2),
      };
      return { counts, figures, notes: errors.slice(0, 5) };
    } finally {
      await browser.close();
      await site.close();
      await agent.stop();
    }
  },
};

function blank(url: string): string {
  return `<!doctype html><title>Leaks</title><script type="module" src="${url}/headless-agent.js"></script>`;
}

/** In the page. Some leave while they connect, some once they are ready. */
async function mountAndLeave(times: number): Promise<void> {
  const seen: unknown = Reflect.get(globalThis, 'seenElements');
  const all: unknown[] = Array.isArray(seen) ? seen : [];
  Reflect.set(globalThis, 'seenElements', all);
  for (let at = 0; at < times; at += 1) {
    const element = document.createElement('headless-agent');
    document.body.append(element);
    if (at % 4 === 0) {
      const ready: unknown = Reflect.get(element, 'ready');
      await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, 2_000))]);
    } else if (at % 4 === 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    element.remove();
    all.push(new WeakRef(element));
  }
  // So that closes are over, and the frame that drew the last one.
  await new Promise((resolve) => setTimeout(resolve, 500));
}

/** In the page. */
function countAlive(): number {
  const seen: unknown = Reflect.get(globalThis, 'seenElements');
  if (!Array.isArray(seen)) return Infinity;
  return seen.filter((ref: unknown) => ref instanceof WeakRef && ref.deref() !== undefined).length;
}

/** As the server counts them. */
async function metricsOf(url: string): Promise<{ readonly open: number; readonly opened: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const numberOf = (name: string): number => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? NaN);
  return { open: numberOf('headless_agent_sockets'), opened: numberOf('headless_agent_sockets_opened_total') };
}
