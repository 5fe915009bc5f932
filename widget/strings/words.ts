import { en } from './en.ts';

/** The table in use. Views name this one, never a language. */
export const words = en;
