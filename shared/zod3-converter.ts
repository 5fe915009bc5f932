// Loaded on first use: it brings the whole of Zod 3 along.
export { zodToJsonSchema } from 'zod-to-json-schema';
