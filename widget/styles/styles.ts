import { base } from './base.ts';
import { composer } from './composer.ts';
import { tokens } from './tokens.ts';
import { transcript } from './transcript.ts';

/** The styles of the element's one shadow root. Those of calls come with what runs them. */
export const styles = [tokens, base, transcript, composer];
