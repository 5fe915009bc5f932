import { executeServerCommand } from '@web/test-runner-commands';

/**
 * What a test page can ask of the browser it runs in. Input is trusted: it carries user activation.
 * All but `engine` answer false where that browser can't, so that a test can skip.
 */
export const engine = () => executeServerCommand<'chromium' | 'firefox' | 'webkit', never>('device:engine');

/** Clicks the middle of an element as a person would. */
export function click(element: Element): Promise<boolean> {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return clickAt(left + width / 2, top + height / 2);
}

/** @param x, y in CSS pixels of the viewport */
export function clickAt(x: number, y: number): Promise<boolean> {
  return executeServerCommand<boolean, object>('device:click', { x, y });
}

/** Presses keys one after the other: characters, or names such as `Enter`, `Escape`, `Tab`, `ArrowDown`. */
export function press(...keys: readonly string[]): Promise<boolean> {
  return executeServerCommand<boolean, readonly string[]>('device:press', keys);
}

/** Types a text into what has the focus. */
export function type(text: string): Promise<boolean> {
  return press(...text);
}

/** Answers the browser's own permission prompts in advance; `prompt` takes the answer back. */
export function permit(state: PermissionState, ...names: readonly string[]): Promise<boolean> {
  return executeServerCommand<boolean, object>('device:permit', { state, names });
}

/** Puts the device somewhere. */
export function place(latitude: number, longitude: number, accuracy: number): Promise<boolean> {
  return executeServerCommand<boolean, object>('device:place', { latitude, longitude, accuracy });
}

/** Brings the page to the front. */
export function focusPage(): Promise<boolean> {
  return executeServerCommand<boolean, undefined>('device:focus', undefined);
}

/** Emulates media features such as `prefers-color-scheme`; an empty value takes one back. */
export function emulateMedia(features: Readonly<Record<string, string>>): Promise<boolean> {
  const list = Object.entries(features).map(([name, value]) => ({ name, value }));
  return executeServerCommand<boolean, object>('device:media', list);
}
