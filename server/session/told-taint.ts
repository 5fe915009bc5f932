import type { ServerMessage } from '../../shared/protocol.ts';
import { cleanTaint, type Taint } from '../../shared/taint.ts';

/**
 * Keeps a page up with what its conversation has read. It sees most of that itself, but not what came in elsewhere or
 * while it was away, and it decides about its own tools: it is told with the first call that follows.
 */
export class ToldTaint {
  #told: Taint = cleanTaint;

  /** A welcome has said it all. */
  welcomed(taint: Taint): void {
    this.#told = taint;
  }

  /** The message, with the taint where it is a call and the page may not know. */
  with(message: ServerMessage, taint: Taint): ServerMessage {
    if (message.type !== 'tool.call' || taint === this.#told) return message;
    this.#told = taint;
    return { ...message, taint };
  }
}
