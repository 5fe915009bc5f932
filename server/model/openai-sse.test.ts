import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { eventData } from './openai-sse.ts';

const text =
  ': hello\r\n\r\ndata: Grüß dich 👋\r\n\r\nevent: x\ndata:one\ndata: two\n\nerror: {"code":1}\n\nid: 7\n\ndata: last';
const events = ['Grüß dich 👋', 'one\ntwo', '{"error":{"code":1}}', 'last'];

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

test('reads events whose lines end as they like, and the last one without an end', async () => {
  assert.deepEqual(await collect([new TextEncoder().encode(text)]), events);
});

test('reads the same however the bytes are cut', async () => {
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 40 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
      assert.deepEqual(await collect(edges.slice(1).map((end, at) => bytes.slice(edges[at], end))), events);
    }),
  );
});

test('cancels the body when whoever reads leaves early', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => void (cancelled = true),
  });
  for await (const _ of eventData(body)) break;
  assert.equal(cancelled, true);
});

async function collect(pieces: readonly Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  for await (const data of eventData(streamOf(pieces))) found.push(data);
  return found;
}
