import type { ServerResponse } from 'node:http';

export interface Pace {
  /** Time between two events, so that words arrive as from a model. */
  readonly wordMs: number;
  /** Cuts the bytes into slices of this size, through events and through letters; 0 for one write an event. */
  readonly sliceBytes: number;
}

/** Writes events as the real API does. Stops quietly when the client has gone. */
export async function writeEvents(response: ServerResponse, events: readonly string[], pace: Pace): Promise<void> {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  await writeAll(
    response,
    events.map((event) => `data: ${event}\r\n\r\n`),
    pace,
  );
}

/** The same pieces without `alt=sse`: one JSON array. */
export async function writeList(response: ServerResponse, events: readonly string[], pace: Pace): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' });
  const pieces = events.map((event, at) => `${at === 0 ? '[' : ','}${event}\r\n`);
  await writeAll(response, [...pieces, ']'], pace);
}

async function writeAll(response: ServerResponse, pieces: readonly string[], pace: Pace): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && pace.wordMs > 0) await pause(pace.wordMs);
    if (response.destroyed) return;
    for (const slice of slices(Buffer.from(piece), pace.sliceBytes)) {
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
