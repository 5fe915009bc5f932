import { memoryDelete, memoryGet, memoryList, memoryPut } from '../../shared/tools/memory.ts';
import { builtinTool } from '../registry/browser-tool.ts';
import { supported } from './supported.ts';

const calls = () => import('./memory-calls.ts');

export const memoryPutter = builtinTool(memoryPut, {
  supported: supported.memory_put,
  run: async (args, context) => (await calls()).put(args, context),
});

export const memoryGetter = builtinTool(memoryGet, {
  supported: supported.memory_get,
  run: async (args, context) => (await calls()).get(args, context),
});

export const memoryLister = builtinTool(memoryList, {
  supported: supported.memory_list,
  run: async (args, context) => (await calls()).list(args, context),
});

export const memoryDeleter = builtinTool(memoryDelete, {
  supported: supported.memory_delete,
  run: async (args, context) => (await calls()).remove(args, context),
});
