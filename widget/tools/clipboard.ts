import { clipboardRead, clipboardWrite } from '../../shared/tools/clipboard.ts';
import { builtinTool } from '../registry/browser-tool.ts';
import { bounded, type StartTimer } from './bounded.ts';
import { presentMoment, type Capability } from './capability.ts';
import { explanations, requireCapability } from './require-capability.ts';
import { clipboardOf, supported } from './supported.ts';

const reading: Capability = {
  deed: 'read the clipboard',
  policy: 'clipboard-read',
  permission: 'clipboard-read',
  gesture: true,
  asksEachTime: true,
};

// What the Permissions API says about writing does not hold inside a click: it is not asked.
const writing: Capability = { deed: 'write to the clipboard', policy: 'clipboard-write', gesture: true };

/** A clipboard can hold a book; the model gets its beginning. */
const maxChars = 8_000;

export const clipboardReader = builtinTool(clipboardRead, {
  supported: supported.clipboard_read,
  check: () => requireCapability(reading, clipboardOf(navigator)?.readText),
  run: async (_args, { signal }) => {
    const text = await useClipboard(reading, (clipboard) => clipboard.readText(), { signal, ms: promptMs });
    const shown = beginningOf(text, maxChars);
    return { text: shown, chars: text.length, truncated: shown.length < text.length };
  },
});

export const clipboardWriter = builtinTool(clipboardWrite, {
  supported: supported.clipboard_write,
  check: () => requireCapability(writing, clipboardOf(navigator)?.writeText),
  run: async ({ text }, { signal }) => {
    await useClipboard(writing, (clipboard) => clipboard.writeText(text), { signal, ms: writeMs });
    return { chars: text.length };
  },
});

const promptMs = clipboardRead.timeoutMs - 5_000;
const writeMs = 10_000;

/**
 * Asks the clipboard at once: the click that approved the call counts only until the first `await`.
 *
 * @throws AgentError: what kept the browser from doing it.
 */
export async function useClipboard<T>(
  capability: Capability,
  ask: (clipboard: Clipboard) => Promise<T>,
  bounds: { readonly signal: AbortSignal; readonly ms: number; readonly startTimer?: StartTimer },
): Promise<T> {
  const moment = presentMoment();
  try {
    return await bounded(ask(navigator.clipboard), { ...bounds, late: 'The clipboard did not answer in time.' });
  } catch (error) {
    throw await (await explanations()).explainError(capability, moment, error);
  }
}

/** Cuts a text without leaving half of a character at its end. */
function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
