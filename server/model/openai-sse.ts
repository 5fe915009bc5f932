/**
 * The data of server-sent events, one text each. Takes time in proportion to the bytes, however
 * they are cut. Leaving it early cancels the body.
 */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = '';
  let data: string[] = [];
  for await (const bytes of body) {
    const pieces = decoder.decode(bytes, { stream: true }).split('\n');
    for (const [at, piece] of pieces.entries()) {
      line += piece;
      if (at === pieces.length - 1) break;
      const text = line.endsWith('\r') ? line.slice(0, -1) : line;
      line = '';
      if (text !== '') data.push(...dataOf(text));
      else if (data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
  }
  // The last event may lack its empty line.
  data.push(...dataOf(line));
  if (data.length > 0) yield data.join('\n');
}

function dataOf(line: string): string[] {
  const [, field, value = ''] = /^(data|error): ?(.*)$/s.exec(line) ?? [];
  if (field === undefined) return [];
  // Older llama.cpp has a field of its own for what went wrong.
  return [field === 'error' ? `{"error":${value}}` : value];
}
