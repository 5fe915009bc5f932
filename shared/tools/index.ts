import type { ToolDefinition } from '../tool.ts';
import { clipboardRead, clipboardWrite } from './clipboard.ts';
import { deviceContext, deviceStatus } from './device.ts';
import { geolocationGet } from './geolocation.ts';
import { memoryDelete, memoryGet, memoryList, memoryPut } from './memory.ts';
import { speak } from './speech.ts';

/** The catalogue, in the order in which the model sees it. */
export const builtinTools = [
  geolocationGet,
  memoryPut,
  memoryGet,
  memoryList,
  memoryDelete,
  clipboardRead,
  clipboardWrite,
  deviceContext,
  deviceStatus,
  speak,
] as const satisfies readonly ToolDefinition[];

export type BuiltinName = (typeof builtinTools)[number]['name'];
