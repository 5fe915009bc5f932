import { base } from './base.ts';
import { call } from './call.ts';
import { card } from './card.ts';
import { composer } from './composer.ts';
import { tokens } from './tokens.ts';
import { transcript } from './transcript.ts';

/** All styles of the element's one shadow root. */
export const styles = [tokens, base, transcript, call, card, composer];
