// What every contestant does: the model asks for `calls` tool calls, one after the other, then answers.
// Model and tool are instant, so that only the way between them is measured.

export const toolName = 'read_value';
export const toolArgs = (index) => ({ index, note: 'please read the value of this element' });
export const runTool = ({ index }) => ({ ok: true, index, value: 'v'.repeat(64), unit: 'px' });

/** An answer of a model, in pieces as small as models make them. */
export const pieces = (count) => Array.from({ length: count }, (_, at) => (at % 9 === 8 ? 'so.\n' : 'word '));

/** Remembers when the model asked for a call, and how long its result took to come back. */
export function createStopwatch() {
  const samples = [];
  let askedAt;
  return {
    samples,
    asked() {
      askedAt = performance.now();
    },
    answered() {
      if (askedAt !== undefined) samples.push(performance.now() - askedAt);
      askedAt = undefined;
    },
  };
}

/** About so many bytes of conversation, as pieces of at most 10 KB. */
export function historyTexts(bytes) {
  const count = Math.ceil(bytes / 10_000);
  return Array.from({ length: count }, () =>
    'This is earlier conversation. '.repeat(400).slice(0, Math.min(bytes, 10_000)),
  );
}
