import { cleanTaint } from '../../shared/taint.ts';
import type { Ask } from './ask.ts';

/** A question with nothing special about it. */
export function ask(change: Partial<Ask> = {}): Ask {
  return {
    ...{ call: '1.0.0', tool: 'clipboard_write', title: undefined, description: 'Write.', args: { text: 'Hi' } },
    ...{ siteTool: false, onServer: false, kind: 'consent', danger: false, why: ['tool'], taint: cleanTaint },
    ...{ overlaps: [], hash: 'h1', editable: [], problem: undefined, extensions: 2, scopes: ['once'], said: undefined },
    ...{ reads: 'nothing', sink: 'local', browserAsks: false, askedAt: 0, expiresAt: 300_000 },
    ...change,
  };
}
