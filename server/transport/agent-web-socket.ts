import { WebSocket } from 'ws';
import { closeCode } from '../../shared/protocol.ts';

const wsTooLarge = 1009;

/** A socket that names an oversized frame by the protocol's own close code. `ws` refuses it before it is buffered. */
export class AgentWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === wsTooLarge) super.close(closeCode.tooLarge, 'frame_too_large');
    else super.close(code, reason);
  }
}
