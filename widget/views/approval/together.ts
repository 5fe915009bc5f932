import type { Ask } from '../../approvals/ask.ts';

/** The open questions that one answer could settle: about the same tool, and none of them delicate. */
export function answerableTogether(ask: Ask, asks: readonly Ask[]): readonly Ask[] {
  const alike = asks.filter((other) => isPlain(other) && other.tool === ask.tool && other.onServer === ask.onServer);
  return alike.includes(ask) ? alike : [ask];
}

/** A click that the browser wants for one call can't serve another. */
function isPlain({ danger, kind, browserAsks, onServer }: Ask): boolean {
  return !danger && kind === 'consent' && !(browserAsks && !onServer);
}
