import type { ErrorPayload } from '../../shared/errors.ts';
import type { Usage } from '../../shared/protocol.ts';

/** Whoever stands behind a socket, as far as the door could tell: what they may use, and how much of it. */
export interface Visitor {
  /** Whom the site's backend knows them as; left out where there was no ticket. */
  readonly subject?: string | undefined;
  /** Whether a tool may be offered to the model at all. */
  readonly mayUse: (tool: string) => boolean;
  /** Asked before each turn; what it answers is told to the person, and the turn does not begin. */
  readonly beginTurn: () => ErrorPayload | undefined | Promise<ErrorPayload | undefined>;
  /** Told after each turn, with what it cost; a turn that began with this visitor ends with it, too. */
  readonly endTurn: (usage: Usage) => void;
}

/** A visitor without bounds. */
export const anyone: Visitor = {
  mayUse: () => true,
  beginTurn: () => undefined,
  endTurn: () => {},
};
