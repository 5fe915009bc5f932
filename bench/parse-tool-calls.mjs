// How the time to parse an answer grows with its length, on texts that are made to be slow: each is one
// piece repeated up to 100 KB, and comes in whole and in single characters.
// Usage: node bench/parse-tool-calls.mjs [--rounds=15] [--check]
// With --check, exit code 1 when a time does not grow in a line with the length.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { PromptedParser } from '../dist/server/model/prompted-parser.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, check: { type: 'boolean' } },
});
/** Room for what one measurement leaves behind: collecting it in between would be taken for the parser's own time. */
const roomy = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
if (!roomy.every((flag) => process.execArgv.includes(flag))) {
  const { status } = spawnSync(process.execPath, [...roomy, ...process.argv.slice(1)], { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const lengths = [12_500, 25_000, 50_000, 75_000, 100_000];
/** The least share of the times that a straight line explains. Of times that grow with the square it explains 0.955. */
const limit = 0.97;
/** Eight times the length takes so many times as long at most: halfway between eight, a line, and sixty-four, a square. */
const growthLimit = 22;
const maxPasses = 6;

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
console.log(`Node ${process.version}, ${cpus().length} cores, best of ${values.rounds} rounds a pass\n`);
console.log(
  `| | ms for 100 KB | in characters, ms | 8 × the length (limit ${growthLimit} ×) | R² (limit ${limit}) | passes | |`,
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const [name, pattern] of Object.entries(patterns)) {
  const texts = lengths.map((length) => textOf(pattern, length));
  const best = { whole: texts.map(() => Infinity), chars: texts.map(() => Infinity) };
  let verdict;
  let passes = 0;
  // What disturbs a measurement passes; what is wrong with a parser stays.
  for (; passes < maxPasses && !verdict?.isFine; passes += 1) {
    measure(texts, parseWhole, best.whole);
    measure(texts, parseChars, best.chars);
    verdict = judge(texts, Object.values(best));
  }
  isSlow ||= !verdict.isFine;
  const times = Object.values(best).map((ms) => ms.at(-1).toFixed(2));
  const cells = [...times, verdict.growth.toFixed(1), verdict.fit.toFixed(4), passes, verdict.isFine ? 'ok' : 'OVER'];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
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

/** Keeps the best time for each text: what comes on top of it is not the parser's. */
function measure(texts, parse, best) {
  for (const text of texts) for (let warmUp = 0; warmUp < 3; warmUp += 1) parse(text);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [at, text] of texts.entries()) {
      const start = performance.now();
      parse(text);
      best[at] = Math.min(best[at], performance.now() - start);
    }
  }
}

function judge(texts, series) {
  const sizes = texts.map(({ length }) => length);
  const fit = Math.min(...series.map((times) => shareExplained(sizes, times)));
  const growth = Math.max(...series.map((times) => times.at(-1) / times[0]));
  return { fit, growth, isFine: fit >= limit && growth <= growthLimit };
}

function sum(list) {
  return list.reduce((total, one) => total + one, 0);
}

/** How much of the times a line through the least squares explains: 1 is all of it. */
function shareExplained(xs, ys) {
  const mean = (list) => sum(list) / list.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const covariance = sum(xs.map((x, at) => (x - meanX) * (ys[at] - meanY)));
  const varianceX = sum(xs.map((x) => (x - meanX) ** 2));
  const varianceY = sum(ys.map((y) => (y - meanY) ** 2));
  return covariance ** 2 / (varianceX * varianceY);
}
