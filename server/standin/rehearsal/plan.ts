import { canonicalJson, isObject, type JsonObject } from '../../../shared/json.ts';
import type { AnsweredCall } from '../answer.ts';
import type { ViewedResult } from '../view.ts';
import type { Intent } from './intent.ts';
import { knownSubject, subjectOf, type Subject } from './subject.ts';

/** How far one intent has come. */
export type Outcome =
  /** Needs no tool. */
  | { readonly kind: 'said' }
  | { readonly kind: 'done'; readonly results: readonly ViewedResult[]; readonly subject: Subject | undefined }
  /** Its calls have to be made now. */
  | { readonly kind: 'due'; readonly calls: readonly AnsweredCall[] }
  /** Waits for what an earlier intent finds out. */
  | { readonly kind: 'waits' }
  /** There is no "it": what would have found it out failed. */
  | { readonly kind: 'skipped' }
  /** Its tool is not on offer. */
  | { readonly kind: 'missing'; readonly tool: string };

export interface Progress {
  readonly outcomes: readonly Outcome[];
  /** Results that belong to no intent. */
  readonly left: readonly ViewedResult[];
}

export interface Circumstances {
  readonly results: readonly ViewedResult[];
  readonly isOffered: (tool: string) => boolean;
  /** What "it" means when the message itself does not say. */
  readonly earlier: Subject | undefined;
}

/** Keys that are forgotten in one turn at most; a turn has a limit of calls. */
const maxForgotten = 10;

/**
 * Where a turn stands. Nothing is kept between rounds: the same message and results always lead
 * here. An intent depends only on those before it, so that one pass is enough.
 */
export function progressOf(intents: readonly Intent[], circumstances: Circumstances): Progress {
  const outcomes: Outcome[] = [];
  const left = [...circumstances.results];
  const attempt = (calls: readonly AnsweredCall[], about?: string): Outcome =>
    settle(calls, about, left, circumstances);
  for (const [at, intent] of intents.entries()) {
    if (intent.kind === 'call') outcomes.push(attempt([{ name: intent.tool, args: intent.args }], intent.about));
    else if (intent.kind === 'forgetAll') outcomes.push(forgetAll(attempt));
    else if (intent.kind === 'use')
      outcomes.push(use(intent, at, { intents, outcomes, earlier: circumstances.earlier, attempt }));
    else outcomes.push({ kind: 'said' });
  }
  return { outcomes, left };
}

type Attempt = (calls: readonly AnsweredCall[]) => Outcome;

/** Finds the results of calls that were made already; the others are due. */
function settle(
  calls: readonly AnsweredCall[],
  about: string | undefined,
  left: ViewedResult[],
  { isOffered }: Circumstances,
): Outcome {
  const results: ViewedResult[] = [];
  const due: AnsweredCall[] = [];
  for (const { name, args = {} } of calls) {
    const at = left.findIndex((result) => result.name === name && canonicalJson(result.args) === canonicalJson(args));
    if (at >= 0) results.push(...left.splice(at, 1));
    else if (isOffered(name)) due.push({ name, args });
    else return { kind: 'missing', tool: name };
  }
  if (due.length > 0) return { kind: 'due', calls: due };
  const [first] = results;
  return { kind: 'done', results, subject: first && subjectOf(first, about) };
}

interface UseContext {
  readonly intents: readonly Intent[];
  readonly outcomes: readonly Outcome[];
  readonly earlier: Subject | undefined;
  readonly attempt: Attempt;
}

function use(
  intent: Intent & { kind: 'use' },
  at: number,
  { intents, outcomes, earlier, attempt }: UseContext,
): Outcome {
  const source = intents.findLastIndex(
    (other, index) => index < at && (other.kind === 'call' || other.kind === 'fact'),
  );
  const from = intents[source];
  const known = from === undefined ? earlier : knownSubject(from);
  const outcome = outcomes[source];
  if (known === undefined && (outcome?.kind === 'due' || outcome?.kind === 'waits')) return { kind: 'waits' };
  const subject = known ?? (outcome?.kind === 'done' ? outcome.subject : undefined);
  if (subject === undefined) return { kind: 'skipped' };
  return attempt([{ name: intent.tool, args: argsOn(intent, subject) }]);
}

function argsOn({ tool, key }: Intent & { kind: 'use' }, subject: Subject): JsonObject {
  if (tool === 'memory_put') return { key: key ?? subject.key, value: subject.value };
  return { text: tool === 'speak' ? subject.spoken : subject.text };
}

function forgetAll(attempt: Attempt): Outcome {
  const listed = attempt([{ name: 'memory_list', args: {} }]);
  if (listed.kind !== 'done') return listed;
  const keys = keysOf(listed.results[0]).slice(0, maxForgotten);
  const deleted = attempt(keys.map((key) => ({ name: 'memory_delete', args: { key } })));
  return deleted.kind === 'done' ? { ...deleted, results: [...listed.results, ...deleted.results] } : deleted;
}

/** The keys in a result of `memory_list`. */
export function keysOf(result: ViewedResult | undefined): string[] {
  const output = result?.response['output'];
  const items: unknown = isObject(output) ? output['items'] : undefined;
  return Array.isArray(items) ? items.flatMap((item) => (isObject(item) ? [String(item['key'])] : [])) : [];
}
