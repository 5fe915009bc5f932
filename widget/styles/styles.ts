import { base } from './base.ts';
import { call } from './call.ts';
import { composer } from './composer.ts';
import { tokens } from './tokens.ts';
import { transcript } from './transcript.ts';

/** The styles of the element's one shadow root. Those of the card come with it. */
export const styles = [tokens, base, transcript, call, composer];
