import { expect } from '@open-wc/testing';
import { waitUntil } from '../../scripts/wtr/wait-until.ts';
import * as z from 'zod/mini';
import { fixedLimits } from '../../shared/limits.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import type { BrowserTool } from './browser-tool.ts';
import { Registry } from './registry.ts';
import type { SiteTool } from './site-tool.ts';

const builtins: readonly BrowserTool[] = builtinTools.map((definition) => ({
  definition,
  supported: () => definition.name !== 'speak',
  prepare: async () => ({ args: {}, run: async () => null }),
}));

const cart: SiteTool = { name: 'cart_add', description: 'Add.', execute: () => 'ok' };

function setUp() {
  const warnings: string[] = [];
  const reports: string[] = [];
  let changes = 0;
  const registry = new Registry({
    builtins: builtins.map(({ definition: { name }, supported }) => ({ name, supported })),
    onChange: () => (changes += 1),
    warn: (sentence) => warnings.push(sentence),
    report: (sentence) => reports.push(sentence),
  });
  registry.load(builtins);
  return { registry, warnings, reports, changes: () => changes };
}

/** Schemas are read by modules that load at first use. */
/** How long a lazy chunk may take over the network of a busy machine. */
const chunk = { timeout: 15_000 };

async function offered(registry: Registry, count: number): Promise<void> {
  await waitUntil(() => registry.offer().pageTools.length === count, `${count} tools were not offered.`, chunk);
}

describe('the registry', () => {
  it('offers the low-risk set when the page says nothing, less what the browser lacks', () => {
    const { registry } = setUp();
    registry.configure({ tools: null, ask: '', deny: '' });
    expect(registry.offer().builtins).to.deep.equal([
      'memory_put',
      'memory_get',
      'memory_list',
      'memory_delete',
      'device_context',
      'device_status',
    ]);
  });

  it('offers nothing when the page says so', () => {
    const { registry } = setUp();
    registry.configure({ tools: '', ask: '', deny: '' });
    expect(registry.offer().builtins).to.deep.equal([]);
    expect(registry.find('memory_get')).to.equal(undefined);
  });

  it('offers no tool that is denied, and finds it so that the denial can be said', () => {
    const { registry } = setUp();
    registry.configure({ tools: 'memory_* geolocation_get', ask: 'memory_get', deny: 'memory_p*' });
    expect(registry.offer().builtins).to.deep.equal(['geolocation_get', 'memory_get', 'memory_list', 'memory_delete']);
    expect(registry.denies('memory_put')).to.equal(true);
    expect(registry.find('memory_put')).to.not.equal(undefined);
    expect(registry.asks('memory_get')).to.equal(true);
  });

  it('warns once of a name that means nothing', async () => {
    const { registry, warnings } = setUp();
    registry.configure({ tools: 'geolocation', ask: 'cart_add', deny: 'speek' });
    registry.configure({ tools: 'geolocation', ask: '', deny: '' });
    await waitUntil(() => warnings.length >= 2, 'It did not warn.', chunk);
    expect(warnings).to.have.length(2);
    expect(warnings.toSorted()[1]).to.match(/^tools="geolocation": there is no tool of that name/);
    expect(warnings.toSorted()[0]).to.match(/^deny.*Did you mean "speak"/);
  });

  it('has nothing to tell when it is configured as it is', () => {
    const { registry, changes } = setUp();
    registry.configure({ tools: 'speak', ask: '', deny: '' });
    registry.configure({ tools: 'speak', ask: '', deny: '' });
    expect(changes()).to.equal(1);
  });

  it('offers a site tool once its schema has been read', async () => {
    const { registry, changes } = setUp();
    registry.register({ ...cart, title: 'Add to cart', inputSchema: z.object({ sku: z.string() }) });
    expect(registry.offer().pageTools).to.deep.equal([]);
    await offered(registry, 1);
    expect(changes()).to.equal(1);
    const [tool] = registry.offer().pageTools;
    expect(tool).to.include({ name: 'cart_add', description: 'Add.', readOnly: false });
    expect(tool?.inputSchema['properties']).to.deep.equal({ sku: { type: 'string' } });
    expect(registry.find('cart_add')).to.include({
      siteTool: true,
      title: 'Add to cart',
      definition: tool?.definition,
    });
  });

  it('changes the fingerprint with the definition', async () => {
    const { registry } = setUp();
    const remove = registry.register(cart);
    await offered(registry, 1);
    const before = registry.offer().pageTools[0]?.definition;
    remove();
    registry.register({ ...cart, description: 'Add two.' });
    await offered(registry, 1);
    expect(registry.offer().pageTools[0]?.definition).to.not.equal(before);
  });

  it('removes a site tool by its function and by its signal', async () => {
    const { registry } = setUp();
    const controller = new AbortController();
    registry.register(cart, controller.signal);
    const remove = registry.register({ ...cart, name: 'cart_clear' });
    await offered(registry, 2);
    controller.abort();
    expect(registry.find('cart_add')).to.equal(undefined);
    remove();
    expect(registry.offer().pageTools).to.deep.equal([]);
  });

  it('does not offer a tool that was removed while its schema was read', async () => {
    const { registry } = setUp();
    registry.register(cart)();
    registry.register({ ...cart, name: 'cart_clear' });
    await offered(registry, 1);
    expect(registry.offer().pageTools[0]?.name).to.equal('cart_clear');
  });

  it('never takes in a tool whose signal is aborted already', () => {
    const { registry } = setUp();
    registry.register(cart, AbortSignal.abort());
    expect(() => registry.register(cart)).to.not.throw();
  });

  it('refuses a second tool of one name', () => {
    const { registry } = setUp();
    registry.register(cart);
    expect(() => registry.register(cart)).to.throw(TypeError, /"cart_add": a tool of this name is there already/);
  });

  it('refuses more tools than a page may have', () => {
    const { registry } = setUp();
    for (let n = 0; n < fixedLimits.maxPageTools; n += 1) registry.register({ ...cart, name: `tool_${n}` });
    expect(() => registry.register(cart)).to.throw(TypeError, /32 tools at most/);
  });

  it('tells of a schema that can not be read and goes on without the tool', async () => {
    const { registry, reports } = setUp();
    registry.register({ ...cart, inputSchema: 'z.object' });
    registry.register({ ...cart, name: 'cart_clear' });
    await offered(registry, 1);
    await waitUntil(() => reports.length > 0, 'It was not reported.', chunk);
    expect(reports[0]).to.match(
      /^registerTool: "cart_add": inputSchema: This is no schema.* The tool is not offered\.$/,
    );
    expect(() => registry.register(cart)).to.not.throw();
  });

  it('tells of tools that are too much to offer', async () => {
    const { registry, reports } = setUp();
    for (let n = 0; n < 9; n += 1) registry.register({ ...cart, name: `t${n}`, description: 'x'.repeat(1_990) });
    await waitUntil(() => reports.length > 0, 'It was not reported.', chunk);
    expect(reports.join()).to.match(/All tools of a page may have 16384 bytes/);
    expect(registry.offer().pageTools.length).to.be.lessThan(9);
  });

  it('keeps, adds and removes what the property names', async () => {
    const { registry } = setUp();
    const other = { ...cart, name: 'cart_clear' };
    registry.setSiteTools([cart]);
    await offered(registry, 1);
    const kept = registry.find('cart_add');
    registry.setSiteTools([cart, other]);
    await offered(registry, 2);
    expect(registry.find('cart_add')).to.equal(kept);
    registry.setSiteTools([other]);
    expect(registry.find('cart_add')).to.equal(undefined);
  });

  it('takes a set with a bad tool or two of one name for nothing, and a later correct one', async () => {
    const { registry } = setUp();
    const other = { ...cart, name: 'cart_clear' };
    registry.register({ ...cart, name: 'taken' });
    registry.setSiteTools([cart]);
    await offered(registry, 2);
    for (const clash of [other, { ...cart, name: 'taken' }]) {
      expect(() => registry.setSiteTools([other, clash])).to.throw(TypeError, /is there already/);
      expect(registry.offer().pageTools.map(({ name }) => name)).to.deep.equal(['taken', 'cart_add']);
    }
    const many = Array.from({ length: fixedLimits.maxPageTools }, (_, n) => ({ ...cart, name: `tool_${n}` }));
    expect(() => registry.setSiteTools(many)).to.throw(TypeError, /32 tools at most/);
    registry.setSiteTools([other, cart]);
    await offered(registry, 3);
  });

  it('takes a tool in again whose schema could not be read, or that was removed', async () => {
    const { registry, reports } = setUp();
    const broken = { ...cart, inputSchema: 'z.object' };
    registry.setSiteTools([broken]);
    await waitUntil(() => reports.length >= 1, 'It was not reported.', chunk);
    registry.setSiteTools([broken]);
    await waitUntil(() => reports.length >= 2, 'It was not reported.', chunk);
    expect(reports).to.have.length(2);
  });

  it('takes all tools of the property or none', () => {
    const { registry } = setUp();
    expect(() => registry.setSiteTools([cart, { ...cart, name: 'memory_get' }])).to.throw(TypeError);
    expect(() => registry.register(cart)).to.not.throw();
  });
});
