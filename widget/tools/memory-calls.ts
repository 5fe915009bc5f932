import { AgentError } from '../../shared/errors.ts';
import { byteLength } from '../../shared/json.ts';
import { pageLimits } from '../../shared/limits.ts';
import type { ToolRun } from '../../shared/tool.ts';
import type { memoryDelete, memoryGet, memoryList, memoryPut } from '../../shared/tools/memory.ts';
import type { BrowserContext } from '../registry/browser-tool.ts';

/** What a record brings into a conversation that was written after a stranger's words. */
const source = 'memory';

/** Room for what a result says besides the value or the list in it. */
const maxBytes = pageLimits.maxResultBytes - 1_024;

export const put: ToolRun<typeof memoryPut, BrowserContext> = async ({ key, value }, { memory, isTainted }) => {
  // What memory_get could not give back must not be accepted.
  if (byteLength(JSON.stringify(value)) > maxBytes) {
    throw new AgentError('too_large', `A value to remember can be at most ${maxBytes} bytes of JSON.`);
  }
  return { key, ...(await memory.put(key, value, isTainted() ? 'untrusted' : undefined)) };
};

export const get: ToolRun<typeof memoryGet, BrowserContext> = async ({ key }, { memory, taint }) => {
  const record = await memory.get(key);
  if (!record) return { found: false };
  if (record.provenance) taint(source);
  return { found: true, value: record.value, updated: record.updated };
};

export const list: ToolRun<typeof memoryList, BrowserContext> = async ({ prefix = '' }, { memory, taint }) => {
  const { items, persisted } = await memory.list(prefix);
  const shown = newestThatFit(items);
  // A key is words, too.
  if (shown.some(({ provenance }) => provenance)) taint(source);
  const told = shown.map(({ key, updated, bytes }) => ({ key, updated, bytes }));
  return { items: told, total: items.length, persisted };
};

export const remove: ToolRun<typeof memoryDelete, BrowserContext> = async ({ key }, { memory }) => ({
  deleted: await memory.delete(key),
});

function newestThatFit<T>(items: readonly T[]): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => (bytes += byteLength(JSON.stringify(item)) + 1) > maxBytes);
  return items.slice(0, end === -1 ? items.length : end);
}
