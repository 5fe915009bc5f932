/** The browser's own names of what it may forbid a page. No browser knows all of them. */
const permissionOf = {
  geolocation_get: 'geolocation',
  clipboard_read: 'clipboard-read',
  clipboard_write: 'clipboard-write',
} as const;

type Query = (name: string) => Promise<PermissionState>;

/** Which built-in tools the browser's settings forbid here, as far as the browser says. */
export async function blockedTools(query: Query = askBrowser): Promise<ReadonlySet<string>> {
  const states = await Promise.all(
    Object.entries(permissionOf).map(async ([tool, name]) => [tool, await query(name).catch(() => 'prompt')] as const),
  );
  return new Set(states.flatMap(([tool, state]) => (state === 'denied' ? [tool] : [])));
}

async function askBrowser(name: string): Promise<PermissionState> {
  const query: unknown = Reflect.get(navigator.permissions ?? {}, 'query');
  if (typeof query !== 'function') return 'prompt';
  const status: unknown = await Reflect.apply(query, navigator.permissions, [{ name }]);
  return status instanceof PermissionStatus ? status.state : 'prompt';
}
