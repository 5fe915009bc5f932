import type { DeclaredTool } from '../checks/tools.ts';
import type { Intent } from './intent.ts';
import {
  factOf,
  forgetIntents,
  listIntents,
  questionIntents,
  recallIntents,
  rememberIntents,
} from './memory-intents.ts';
import { clausesOf, unmask, type Clause } from './message.ts';
import { copyIntents, speakIntents } from './output-intents.ts';
import { bestMatch, matchScore, namedTool, pageIntent, pageToolsOf } from './page-tools.ts';
import { smallTalk } from './small-talk.ts';
import { sourceOf } from './sources.ts';

export interface Understanding {
  readonly tools: readonly DeclaredTool[];
  /** The key that "forget it" means. */
  readonly earlierKey: string | undefined;
}

/** A message that asks for more is cut: a turn has a limit of calls. */
const maxIntents = 12;

/** What a message asks for, in its order and each thing once. Pure: the same words and tools always mean the same. */
export function understand(message: string, context: Understanding): Intent[] {
  const intents = clausesOf(message).flatMap((clause) => understandClause(clause, context));
  const once = intents.filter(
    (intent, at) => intent.kind === 'use' || at === intents.findIndex((other) => same(other, intent)),
  );
  return once.slice(0, maxIntents);
}

function same(a: Intent, b: Intent): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function understandClause(clause: Clause, { tools, earlierKey }: Understanding): Intent[] {
  const talk = smallTalk(clause.text);
  if (talk) return [talk];
  const called = namedTool(tools, clause);
  if (called) return [pageIntent(called, clause)];
  const match = bestMatch(pageToolsOf(tools), clause);
  const isPage = (least: number): boolean => match !== undefined && match.score >= least;
  const own = listIntents(clause.text) ?? rememberIntents(clause) ?? copyIntents(clause) ?? speakIntents(clause);
  if (own) return own;
  const forget = forgetIntents(clause, earlierKey);
  if (forget && (/^(?:forget|erase)\b/i.test(clause.text) || !isPage(matchScore.certain))) return forget;
  if (match && isPage(matchScore.certain)) return [pageIntent(match.tool, clause)];
  if (/^(?:recall|remind me|do you (?:remember|recall)|what do you remember)\b/i.test(clause.text)) {
    return recallIntents(clause) ?? statementOf(clause);
  }
  const source = sourceOf(clause.text);
  if (source) return sourcesOf(clause.text, source);
  const recall = recallIntents(clause);
  if (recall) return recall;
  if (match && isPage(matchScore.possible)) return [pageIntent(match.tool, clause)];
  const question = questionIntents(clause);
  if (question) return question;
  return match && isPage(matchScore.weak) && isQuestion(clause)
    ? [pageIntent(match.tool, clause)]
    : statementOf(clause);
}

function isQuestion(clause: Clause): boolean {
  return /^(?:what|which|how|when|where|who|is|are|do|does|can|any)\b/i.test(clause.text);
}

/** "My battery and my network" is one call that answers both. */
function sourcesOf(text: string, first: Intent & { kind: 'call' }): Intent[] {
  const second = sourceOf(text.replace(/\bbattery\b/gi, ''));
  if (first.about === 'battery' && second?.about === 'network') return [{ ...first, about: 'all' }];
  return [first];
}

function statementOf(clause: Clause): Intent[] {
  const fact = factOf(clause.text, clause);
  return [fact ? { kind: 'fact', ...fact } : { kind: 'unknown', text: unmask(clause.text, clause.quotes) }];
}
