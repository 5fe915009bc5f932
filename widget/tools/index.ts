import type { BrowserTool } from '../registry/browser-tool.ts';
import { clipboardReader, clipboardWriter } from './clipboard.ts';
import { contextReader, statusReader } from './device.ts';
import { geolocation } from './geolocation.ts';
import { memoryDeleter, memoryGetter, memoryLister, memoryPutter } from './memory.ts';
import { speaker } from './speech.ts';

/** The bodies of the catalogue, in its order. */
export const builtins: readonly BrowserTool[] = [
  geolocation,
  memoryPutter,
  memoryGetter,
  memoryLister,
  memoryDeleter,
  clipboardReader,
  clipboardWriter,
  contextReader,
  statusReader,
  speaker,
];
