import { builtinTools } from '../../../shared/tools/index.ts';
import { isObject } from '../../../shared/json.ts';
import type { DeclaredTool } from '../checks/tools.ts';
import { call, type Intent } from './intent.ts';
import type { Clause } from './message.ts';
import { choicesOf, fillArgs } from './page-args.ts';
import { actionVerbs, meaningsOf, wordsIn, wordsOfName } from './words.ts';

const builtinNames = new Set<string>(builtinTools.map((tool) => tool.name));

/** What a match must count: to be taken for want of anything better, to be taken, to be beyond doubt. */
export const matchScore = { weak: 2, possible: 3, certain: 5 } as const;

export interface Match {
  readonly tool: DeclaredTool;
  readonly score: number;
}

export function pageToolsOf(tools: readonly DeclaredTool[]): DeclaredTool[] {
  return tools.filter((tool) => !builtinNames.has(tool.name));
}

/** The tool whose name and description share the most with the words of a clause; the first of equals. */
export function bestMatch(tools: readonly DeclaredTool[], clause: Clause): Match | undefined {
  const spoken = meaningsOf(wordsIn(clause.text));
  // A question may start with words that say nothing, and still asks to see something.
  if (/^(?:what|which|how|is|are|do|does|any)\b/i.test(clause.text)) spoken.add('show');
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool, spoken) }));
  return scored.toSorted((a, b) => b.score - a.score)[0];
}

/** The tool that a clause calls by its very name. */
export function namedTool(tools: readonly DeclaredTool[], clause: Clause): DeclaredTool | undefined {
  const words = new Set(clause.text.match(/[\w.-]+/g));
  return tools.find((tool) => tool.name.includes('_') && words.has(tool.name));
}

export function pageIntent(tool: DeclaredTool, clause: Clause): Intent {
  const { args, missing } = fillArgs(tool, clause);
  if (missing.length === 0) return call(tool.name, args);
  const fields = missing.map((name) => ({ name, choices: choicesOf(tool, name) }));
  return { kind: 'lacks', tool: tool.name, fields };
}

function scoreOf(tool: DeclaredTool, spoken: ReadonlySet<string>): number {
  const named = meaningsOf(wordsOfName(tool.name));
  const described = meaningsOf([...wordsIn(tool.description), ...parameterWords(tool)]);
  let score = 0;
  for (const word of named) {
    // "What" and "show" fit every tool that reads, so they say little.
    if (spoken.has(word)) score += word === 'show' ? 1 : 3;
    else if (actionVerbs.has(word)) score -= 2;
  }
  const also = [...described].filter((word) => spoken.has(word) && !named.has(word) && word !== 'show').length;
  return score + Math.min(also, 3);
}

function parameterWords(tool: DeclaredTool): string[] {
  const properties = Object.entries(isObject(tool.parameters['properties']) ? tool.parameters['properties'] : {});
  return properties.flatMap(([name, node]) => {
    const members: unknown = isObject(node) ? node['enum'] : undefined;
    return [
      ...wordsOfName(name),
      ...(Array.isArray(members) ? members.flatMap((member) => wordsOfName(String(member))) : []),
    ];
  });
}
