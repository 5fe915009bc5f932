import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startAgent, type AgentProcess } from './agent-process.ts';
import { launchChromium, openGuarded, type GuardedPage } from './guarded-page.ts';

let agent: AgentProcess;
let browser: Browser;

before(async () => {
  agent = await startAgent({ HEADLESS_AGENT_LOG: 'debug' });
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await agent?.stop();
});

const open = (context: Parameters<Browser['newContext']>[0] = {}): Promise<GuardedPage> =>
  openGuarded(browser, agent.url, { hosts: [new URL(agent.url).host], context });

describe('the demo, started as a newcomer would', () => {
  test('answers "where am I? remember it and copy it" with three chips, each in the click of its approval (050)', async () => {
    const demo = await open();
    const before = agent.log.length;
    await demo.say('where am I? remember it and copy it');
    await demo.allow();
    await demo.allow();
    await demo.settled(3);

    assert.deepEqual(await demo.chips(), ['1.1.0 done', '1.2.0 done', '1.2.1 done']);
    assert.equal(await demo.page.evaluate(() => navigator.clipboard.readText()), '52.52, 13.405');
    assert.match(await demo.agent.locator('[part~="message-agent"]').innerText(), /52\.52/);
    assert.deepEqual(demo.problems, []);

    const frames = agent.log.slice(before).filter(({ msg }) => msg === 'frame');
    const count = (type: string, call: string): number =>
      frames.filter((frame) => frame['type'] === type && frame['call'] === call).length;
    for (const call of ['1.1.0', '1.2.0', '1.2.1']) {
      assert.deepEqual([call, count('tool.call', call), count('tool.result', call)], [call, 1, 1]);
      assert.ok(count('tool.status', call) <= 2);
    }
    await demo.close();
  });

  test('says nothing that the address of the page asks it to say (071)', async () => {
    const address = new URL('?q=where+am+I&prompt=where+am+I#message=where+am+I', agent.url);
    const demo = await openGuarded(browser, address.href, { hosts: [address.host] });
    await demo.agent.evaluate((element) => Reflect.get(element, 'ready'));
    assert.equal(await demo.agent.locator('[part~="message"]').count(), 0);
    await demo.say('hello');
    await demo.agent.locator('[part~="message-agent"]').waitFor();
    assert.equal(await demo.agent.locator('[part~="message-user"]').count(), 1);
    await demo.close();
  });

  test('says that it is a rehearsal, on the page and in the terminal', async () => {
    const demo = await open();
    await demo.agent
      .getByText(/rehearsal, not an AI/i)
      .first()
      .waitFor();
    assert.match(agent.output(), /rehearsal, not an AI/i);
    await demo.close();
  });

  test('tells the model and the person when the person says no', async () => {
    const demo = await open();
    await demo.say('where am I?');
    await demo.deny();
    await demo.settled(1);
    assert.deepEqual(await demo.chips(), ['1.1.0 denied']);
    assert.match(await demo.agent.locator('[part~="message-agent"]').innerText(), /no|declin|not/i);
    assert.deepEqual(demo.problems, []);
    await demo.close();
  });

  test('remembers across a reload', async () => {
    const demo = await open();
    await demo.say('remember that my favourite bread is rye');
    await demo.settled(1);
    await demo.page.reload();
    await demo.say('what is my favourite bread?');
    await demo.settled(1);
    assert.match(await demo.agent.locator('[part~="message-agent"]').last().innerText(), /rye/);
    assert.deepEqual(demo.problems, []);
    await demo.close();
  });

  test("lets the agent use the site's own tool after it was allowed", async () => {
    const demo = await open();
    await demo.say('put two baguettes into my basket');
    await demo.allow();
    await demo.settled(1);
    assert.deepEqual(await demo.chips(), ['1.1.0 done']);
    assert.match(await demo.page.locator('#basket').innerText(), /2 × Baguette/);
    assert.deepEqual(demo.problems, []);
    await demo.close();
  });

  test('stops when asked, and answers the next message', async () => {
    const demo = await open();
    await demo.say('where am I?');
    await demo.agent.getByRole('button', { name: /^Allow/ }).waitFor();
    await demo.agent.getByRole('button', { name: /^Stop/ }).click();
    await demo.settled(1);
    assert.deepEqual(await demo.chips(), ['1.1.0 cancelled']);
    await demo.say('hello');
    await demo.agent.locator('[part~="message-agent"]').last().waitFor();
    assert.deepEqual(demo.problems, []);
    await demo.close();
  });

  test('logs no word of what was said', async () => {
    const demo = await open();
    await demo.say('remember that my favourite canary is called Zebedee');
    await demo.settled(1);
    assert.doesNotMatch(agent.output(), /Zebedee|canary/);
    await demo.close();
  });
});
