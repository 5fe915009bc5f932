// Loaded on first use. Named here, because import() of zod's core would keep all of it, in the entry's file.
export { toJSONSchema } from 'zod/v4/core';
