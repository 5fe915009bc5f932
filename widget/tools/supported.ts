import type { builtinNames } from '../../shared/tools/names.ts';
import type { OfferedTool } from '../registry/registered-tool.ts';

const always = (): boolean => true;
const canSpeak = (): boolean => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;

/** Whether this browser has what a built-in tool needs. */
export const supported = {
  geolocation_get: () => 'geolocation' in navigator,
  // RAM stands in where storage is missing, so memory is everywhere.
  memory_put: always,
  memory_get: always,
  memory_list: always,
  memory_delete: always,
  clipboard_read: () => clipboardOf(navigator)?.readText !== undefined,
  clipboard_write: () => clipboardOf(navigator)?.writeText !== undefined,
  device_context: always,
  device_status: always,
  speak: canSpeak,
} as const satisfies Readonly<Record<(typeof builtinNames)[number], () => boolean>>;

/** The catalogue as far as it is known before it is loaded. */
export const offeredTools: readonly OfferedTool[] = Object.entries(supported).map(([name, isSupported]) => ({
  name,
  supported: isSupported,
}));

/** Missing on pages that are not secure, whatever the types say. */
export function clipboardOf({
  clipboard,
}: {
  readonly clipboard?: Partial<Clipboard>;
}): Partial<Clipboard> | undefined {
  return clipboard;
}
