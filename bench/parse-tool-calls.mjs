// How the time to parse an answer grows with its length, on texts that are made to be slow: each is one
// piece repeated up to 100 KB, and comes in whole and in single characters.
// Usage: node bench/parse-tool-calls.mjs [--rounds=9] [--check]
// With --check, exit code 1 when a time does not grow in a line with the length.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { PromptedParser } from '../dist/server/model/prompted-parser.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, check: { type: 'boolean' } },
});
const lengths = [12_500, 25_000, 50_000, 75_000, 100_000];
/** The least share of the times that a straight line explains. */
const limit = 0.98;
/** Eight times the length takes so many times as long at most; a parser that looks back takes sixty-four. */
const growthLimit = 12;

/** What stands before a piece, and the piece. */
const patterns = {
  words: ['', 'word '],
  brackets: ['<tool_call>', '{'],
  'angle brackets': ['', '<'],
  'torn tags': ['', '<tool_cal'],
  'tags that never end': ['', '<tool_call id="'],
  'opening tags': ['', '<tool_call>'],
  'closing tags': ['', '</tool_call>'],
  'empty calls': ['', '<tool_call></tool_call>'],
  'calls that never end': ['', '<tool_call>{"a'],
  'strings that swallow tags': ['<tool_call>{"', '</tool_call><tool_call>{}'],
  'escapes between tags': ['', String.raw`<tool_call>{\"x</tool_call>`],
  'tags in a call': ['<tool_call>', '<a>'],
  'blanks in a call': ['<tool_call>', ' '],
  blanks: ['', ' '],
  ticks: ['', '`'],
  'ticks apart': ['', '` '],
  fences: ['', '```\n'],
  thoughts: ['<think>', '</thin'],
  'open comments': ['<tool_call>{', '/*'],
  commas: ['<tool_call>[', ',"a"'],
  parameters: ['<tool_call><function=a>', '<parameter=b>'],
  'single quotes': ['<tool_call>{', "'a':"],
};

let isSlow = false;
console.log(`Node ${process.version}, ${cpus().length} cores, best of ${values.rounds} rounds, up to 100 KB\n`);
console.log(
  `| | ms for 100 KB | in characters, ms | 8 × the length (limit ${growthLimit} ×) | R² (limit ${limit}) | |`,
);
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [name, pattern] of Object.entries(patterns)) {
  const texts = lengths.map((length) => textOf(pattern, length));
  const whole = measure(texts, parseWhole);
  const chars = measure(texts, parseChars);
  const fits = [whole, chars].map((times) =>
    fit(
      texts.map(({ length }) => length),
      times,
    ),
  );
  const growth = Math.max(...[whole, chars].map((times) => times.at(-1) / times[0]));
  const worst = Math.min(...fits);
  const isOver = worst < limit || growth > growthLimit;
  isSlow ||= isOver;
  const cells = [whole.at(-1).toFixed(2), chars.at(-1).toFixed(2), growth.toFixed(1), worst.toFixed(4)];
  console.log(`| ${name} | ${cells.join(' | ')} | ${isOver ? 'OVER' : 'ok'} |`);
}
if (values.check && isSlow) process.exitCode = 1;

function textOf([start, piece], length) {
  return start + piece.repeat(Math.floor((length - start.length) / piece.length));
}

function parseWhole(text) {
  const parser = new PromptedParser();
  parser.push(text);
  parser.end();
}

function parseChars(text) {
  const parser = new PromptedParser();
  for (let at = 0; at < text.length; at += 1) parser.push(text.charAt(at));
  parser.end();
}

/** The best time for each text: what comes on top of it is not the parser's. */
function measure(texts, parse) {
  const best = texts.map(() => Infinity);
  for (const text of texts) for (let warmUp = 0; warmUp < 3; warmUp += 1) parse(text);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [at, text] of texts.entries()) {
      const start = performance.now();
      parse(text);
      best[at] = Math.min(best[at], performance.now() - start);
    }
  }
  return best;
}

/** How much of the times a line through the least squares explains: 1 is all of it. */
function fit(xs, ys) {
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, x, at) => sum + (x - meanX) * (ys[at] - meanY), 0);
  const varianceX = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  const varianceY = ys.reduce((sum, y) => sum + (y - meanY) ** 2, 0);
  return covariance ** 2 / (varianceX * varianceY);
}
