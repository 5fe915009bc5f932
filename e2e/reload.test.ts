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

const open = (): Promise<GuardedPage> => openGuarded(browser, agent.url, { hosts: [new URL(agent.url).host] });

const framesOf = (type: string, from: number): number =>
  agent.log.slice(from).filter((line) => line['msg'] === 'frame' && line['type'] === type).length;

describe('a reload', () => {
  test('in the middle of an approval brings the same card back, and the tool runs once', async () => {
    const demo = await open();
    const begun = agent.log.length;
    await demo.say('put two baguettes into my basket');
    const card = demo.agent.locator('[part="approval"]');
    await card.waitFor();
    const asked = await card.locator('[part="approval-title"]').innerText();

    await demo.page.reload();
    await card.waitFor();
    assert.equal(await card.locator('[part="approval-title"]').innerText(), asked);
    assert.deepEqual(await demo.chips(), ['1.1.0 asking']);
    assert.match(await demo.agent.locator('[part~="message-user"]').innerText(), /two baguettes/);

    await demo.allow();
    await demo.settled(1);
    assert.deepEqual(await demo.chips(), ['1.1.0 done']);
    assert.match(await demo.page.locator('#basket').innerText(), /2 × Baguette/);
    assert.equal(framesOf('tool.result', begun), 1);
    assert.deepEqual(demo.problems, []);
    await demo.close();
  });

  test('after an answer shows the conversation again, and the next turn goes on with it', async () => {
    const demo = await open();
    await demo.say('remember that my favourite bread is rye');
    await demo.settled(1);
    const said = await demo.agent.locator('[part~="message-agent"]').innerText();
    await demo.page.reload();
    await demo.settled(1);
    assert.deepEqual(await demo.chips(), ['1.1.0 done']);
    assert.equal(await demo.agent.locator('[part~="message-agent"]').innerText(), said);
    await demo.say('what is my favourite bread?');
    await demo.settled(2);
    assert.match(await demo.agent.locator('[part~="message-agent"]').last().innerText(), /rye/);
    assert.deepEqual(demo.problems, []);
    await demo.close();
  });

  test('after the conversation was cleared begins with nothing', async () => {
    const demo = await open();
    await demo.say('hello');
    await demo.agent.locator('[part~="message-agent"]').waitFor();
    await demo.agent.getByRole('button', { name: /^Send/ }).waitFor();
    await demo.agent.getByRole('button', { name: 'New conversation' }).click();
    await demo.agent.locator('[part~="message-user"]').waitFor({ state: 'detached' });
    await demo.page.reload();
    await demo.agent.locator('[part="status"]', { hasText: 'Ready' }).waitFor();
    assert.equal(await demo.agent.locator('[part~="message-user"]').count(), 0);
    assert.deepEqual(demo.problems, []);
    await demo.close();
  });
});
