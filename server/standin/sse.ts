import type { ServerResponse } from 'node:http';

export interface SsePace {
  /** Time between two events, so that words arrive as from a model. */
  readonly wordMs: number;
  /** Cuts the bytes into slices of this size, through events and through letters; 0 for one write an event. */
  readonly sliceBytes: number;
}

/** Writes events as the real API does. Stops quietly when the client has gone. */
export async function writeEvents(response: ServerResponse, events: readonly object[], pace: SsePace): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [at, event] of events.entries()) {
    if (at > 0 && pace.wordMs > 0) await pause(pace.wordMs);
    if (response.destroyed) return;
    for (const slice of slices(Buffer.from(`data: ${JSON.stringify(event)}\r\n\r\n`), pace.sliceBytes)) {
      response.write(slice);
      if (pace.sliceBytes > 0) await pause(0);
    }
  }
}

function slices(bytes: Buffer, size: number): Buffer[] {
  if (size <= 0) return [bytes];
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0) setImmediate(resolve);
    else setTimeout(resolve, ms);
  });
}
