import { memoryDelete, memoryGet, memoryList, memoryPut } from '../../shared/tools/memory.ts';
import { builtinTool } from '../registry/browser-tool.ts';

/** RAM stands in where storage is missing, so memory is everywhere. */
const supported = () => true;

const calls = () => import('./memory-calls.ts');

export const memoryPutter = builtinTool(memoryPut, {
  supported,
  run: async (args, context) => (await calls()).put(args, context),
});

export const memoryGetter = builtinTool(memoryGet, {
  supported,
  run: async (args, context) => (await calls()).get(args, context),
});

export const memoryLister = builtinTool(memoryList, {
  supported,
  run: async (args, context) => (await calls()).list(args, context),
});

export const memoryDeleter = builtinTool(memoryDelete, {
  supported,
  run: async (args, context) => (await calls()).remove(args, context),
});
