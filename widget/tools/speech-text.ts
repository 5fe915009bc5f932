/** Some voices stop without a word after about 15 seconds: a piece stays well below. */
const maxChunkChars = 180;

/** Splits a text at its sentences into pieces that a voice finishes. Joined, they are the text again. */
export function splitForSpeech(text: string, maxChars = maxChunkChars): readonly string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const piece of sentencesOf(text).flatMap((sentence) => splitLongSentence(sentence, maxChars))) {
    if (chunk && chunk.length + piece.length > maxChars) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += piece;
  }
  return chunk ? [...chunks, chunk] : chunks;
}

function sentencesOf(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

function splitLongSentence(sentence: string, maxChars: number): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > maxChars) {
    const at = breakBefore(rest, maxChars);
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}

/** After the last comma or space that fits; never inside a character. */
function breakBefore(text: string, maxChars: number): number {
  const head = text.slice(0, maxChars);
  const comma = Math.max(...[', ', '; ', ': ', '、', '，'].map((mark) => head.lastIndexOf(mark)));
  if (comma > maxChars / 2) return comma + 1;
  const space = head.lastIndexOf(' ');
  if (space > 0) return space + 1;
  return /[\uD800-\uDBFF]$/.test(head) ? maxChars - 1 : maxChars;
}

/** The longest that any voice should need for a text, generously. */
export function longestSpeechMs(text: string): number {
  const wide = [...text].filter((char) => char > '\u2E80').length;
  return 5_000 + wide * 400 + (text.length - wide) * 130;
}
