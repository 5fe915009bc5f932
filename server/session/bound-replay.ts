import type { ServerMessage } from '../../shared/protocol.ts';

/** Characters of all frames together: well below what may wait for a socket, so that a page that reads gets it. */
const maxReplayChars = 1_000_000;

/** The newest turns of a replay, as many as there is room for; the last one however large it is. */
export function newestTurns(messages: readonly ServerMessage[], maxChars = maxReplayChars): readonly ServerMessage[] {
  let from = messages.length;
  let chars = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    chars += JSON.stringify(message).length;
    if (chars > maxChars && from < messages.length) return messages.slice(from);
    if (message?.type === 'turn.started') from = at;
  }
  return messages;
}
