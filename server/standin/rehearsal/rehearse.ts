import type { AnsweredCall, StandinAnswer } from '../answer.ts';
import type { DeclaredTool } from '../checks/tools.ts';
import type { StandinView, ViewedTurn } from '../view.ts';
import { capabilities } from './capabilities.ts';
import { goalOf, missingSentence } from './failures.ts';
import type { Intent } from './intent.ts';
import { clausesOf } from './message.ts';
import { fillArgs } from './page-args.ts';
import { bestMatch } from './page-tools.ts';
import { progressOf, type Outcome, type Progress } from './plan.ts';
import { subjectOf, subjectOfAnswer, knownSubject, type Subject } from './subject.ts';
import { understand } from './understand.ts';
import { enumerate, shorten } from './values.ts';
import { sentenceFor } from './wording.ts';

/**
 * Plays the model: calls what the message asks for, round by round, and then says what came of it.
 * A pure function of the request. Calls no tool that is not on offer.
 */
export function rehearse(view: StandinView): StandinAnswer {
  const intents = understand(view.text, { tools: view.tools, earlierKey: earlierKey(view.earlier) });
  const names = new Set(view.tools.map((tool) => tool.name));
  const earlier = earlierSubject(view);
  const progress = progressOf(intents, { results: view.results, isOffered: (tool) => names.has(tool), earlier });
  const calls = progress.outcomes.flatMap((outcome) => (outcome.kind === 'due' ? outcome.calls : []));
  if (calls.length > 0) return callStep(calls);
  const forced = view.mustCall ? forcedCall(view) : undefined;
  return forced ? callStep([forced]) : { text: wordsFor(intents, progress, view.tools) };
}

function callStep(calls: readonly AnsweredCall[]): StandinAnswer {
  const goals = enumerate([...new Set(calls.map((each) => goalOf(each.name)))]);
  return { calls, thought: `Next I want to ${goals}.` };
}

/** Where a call is demanded and none is meant: the tool that fits best, else one that needs nothing. */
function forcedCall({ tools, text }: StandinView): AnsweredCall | undefined {
  const clause = clausesOf(text)[0] ?? { text, quotes: [] };
  const match = bestMatch(tools, clause);
  const ranked = match && match.score > 0 ? [match.tool, ...tools] : tools;
  const filled = ranked.map((tool) => ({ name: tool.name, ...fillArgs(tool, clause) }));
  const chosen = filled.find(({ missing }) => missing.length === 0) ?? filled[0];
  return chosen && { name: chosen.name, args: chosen.args };
}

function wordsFor(intents: readonly Intent[], { outcomes, left }: Progress, tools: readonly DeclaredTool[]): string {
  const isUsed = intents.some((intent) => intent.kind === 'use');
  const told = intents.filter((intent) => !(intent.kind === 'fact' && isUsed));
  const sentences = told.map((intent) => sentenceOf(intent, outcomes[intents.indexOf(intent)], tools));
  const skipped = intents.flatMap((intent, at) =>
    outcomes[at]?.kind === 'skipped' && intent.kind === 'use' ? [goalOf(intent.tool)] : [],
  );
  if (skipped.length > 0) sentences.push(`There was nothing with which I could ${enumerate(skipped, 'or')}.`);
  // Calls that these words do not explain, such as one that was demanded.
  sentences.push(...left.map((result) => sentenceFor(result)));
  const isLost = intents.every((intent) => intent.kind === 'unknown') && left.length === 0;
  if (isLost) sentences.push(capabilities(tools));
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function sentenceOf(intent: Intent, outcome: Outcome | undefined, tools: readonly DeclaredTool[]): string {
  if (outcome?.kind === 'missing') return missingSentence(intent, outcome.tool);
  if (outcome?.kind === 'done') return doneSentence(intent, outcome);
  switch (intent.kind) {
    case 'say':
      return intent.text;
    case 'help':
      return capabilities(tools);
    case 'fact':
      return `Noted: ${intent.value}. Say “remember it” if I should keep it.`;
    case 'lacks':
      return lackingSentence(intent);
    case 'unknown':
      return `I did not understand “${shorten(intent.text, 80)}”.`;
    case 'call':
    case 'use':
    case 'forgetAll':
      return '';
  }
}

function lackingSentence({ tool, fields }: Intent & { kind: 'lacks' }): string {
  const names = enumerate(fields.map(({ name }) => name.replaceAll('_', ' ')));
  const choices = fields.flatMap((field) => field.choices).slice(0, 8);
  const hint = choices.length === 0 ? '' : ` It can be ${enumerate(choices, 'or')}.`;
  return `That sounds like ${tool}, but I did not find its ${names} in your words.${hint}`;
}

function doneSentence(intent: Intent, { results }: Outcome & { kind: 'done' }): string {
  if (intent.kind !== 'forgetAll') {
    const about = intent.kind === 'call' ? intent.about : undefined;
    return results.map((result) => sentenceFor(result, about)).join(' ');
  }
  const [listed, ...deleted] = results;
  if (deleted.length > 0) return deleted.map((result) => sentenceFor(result)).join(' ');
  return listed && 'error' in listed.response ? sentenceFor(listed) : 'There was nothing to forget.';
}

/** What "it" means in a new message: the last thing that was found out or said. */
function earlierSubject({ earlier }: StandinView): Subject | undefined {
  for (const turn of earlier.toReversed()) {
    const subject = subjectOfTurn(turn);
    if (subject) return subject;
  }
  return subjectOfAnswer(earlier.at(-1)?.answer ?? '');
}

function subjectOfTurn(turn: ViewedTurn): Subject | undefined {
  const intents = understand(turn.text, { tools: [], earlierKey: undefined });
  const abouts = new Map(
    intents.flatMap((intent) => (intent.kind === 'call' ? ([[intent.tool, intent.about]] as const) : [])),
  );
  const found = turn.results
    .map((result) => subjectOf(result, abouts.get(result.name)))
    .filter((subject) => subject !== undefined);
  return found.at(-1) ?? intents.map(knownSubject).findLast((subject) => subject !== undefined);
}

function earlierKey(earlier: readonly ViewedTurn[]): string | undefined {
  const keys = earlier.flatMap((turn) =>
    turn.results.flatMap((result) => (typeof result.args['key'] === 'string' ? [result.args['key']] : [])),
  );
  return keys.at(-1);
}
