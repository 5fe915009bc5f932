/** The names of the catalogue, in its order: what a page needs to know of it before it is connected. */
export const builtinNames = [
  'geolocation_get',
  'memory_put',
  'memory_get',
  'memory_list',
  'memory_delete',
  'clipboard_read',
  'clipboard_write',
  'device_context',
  'device_status',
  'speak',
] as const;
