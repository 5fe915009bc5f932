const words =
  'the agent reads your page and answers with a short list of items that can be checked by hand before any action is taken'.split(
    ' ',
  );

/** An answer with everything in it that answers have, in so many pieces of two to six characters. */
export function markdownPieces(count) {
  const random = seeded(1);
  const some = (n) => Array.from({ length: n }, () => words[Math.floor(random() * words.length)]).join(' ');
  const blocks = [
    () => `## ${some(4)}`,
    () => `${some(18)} **${some(2)}** ${some(8)} \`${some(1)}()\` ${some(6)}.`,
    (at) => `- ${some(6)}\n- ${some(7)}\n- [${some(2)}](https://example.com/${at})`,
    (at) => `\`\`\`js\nconst x = await agent.call("${some(1)}", { i: ${at} });\nconsole.log(x);\n\`\`\``,
    (at) => `| name | value |\n| --- | --- |\n| ${some(1)} | ${at} |\n| ${some(2)} | ${at * 3} |`,
    () => `1. ${some(9)}\n2. ${some(5)}`,
  ];
  const pieces = [];
  for (let at = 0; pieces.length < count; at += 1) {
    const block = `${blocks[at % blocks.length](at)}\n\n`;
    for (let from = 0; from < block.length && pieces.length < count;) {
      const size = 2 + Math.floor(random() * 5);
      pieces.push(block.slice(from, from + size));
      from += size;
    }
  }
  return pieces;
}

function seeded(seed) {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) / 0x7f_ff_ff_ff;
}

/** Hands out pieces at a rate, and says when the last one went. */
export async function pace(pieces, perSecond, send) {
  const began = performance.now();
  for (let sent = 0; sent < pieces.length;) {
    const due = Math.min(pieces.length, Math.ceil(((performance.now() - began) / 1_000) * perSecond));
    for (; sent < due; sent += 1) await send(pieces[sent]);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return Date.now();
}
