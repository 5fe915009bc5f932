import type { Usage } from '../../shared/protocol.ts';
import type { Delta } from './attempts.ts';
import type { ModelRequest } from './model.ts';
import { estimateUsage, isCutBy, maxAnswerCalls, modelCallOf, type Answer } from './prompted-answer.ts';
import { nonceOf, stepText, textMessages } from './prompted-history.ts';
import { PromptedParser, type ParserEvent } from './prompted-parser.ts';
import { renderToolCall, renderToolsPrompt } from './prompted-prompt.ts';
import type { SourcedReading } from './prompted-read.ts';
import type { PromptedCall, TextMessage, TextStream } from './prompted-shapes.ts';
import { closingTag, openingTag } from './prompted-tag.ts';

export interface TextQuestion {
  readonly stream: TextStream;
  readonly newNonce: () => string;
  readonly request: ModelRequest;
  readonly reminder: string | undefined;
}

/** Words after which a text model has begun to play the other parts as well. */
const stop = ['<tool_result', '\nObservation:'] as const;

/** A longer answer is taken for one that was cut off here. */
const maxAnswerChars = 1_000_000;

/** Has a text model answer once. Yields words and thoughts as they come. */
export async function* askText(question: TextQuestion, signal: AbortSignal): AsyncGenerator<Delta, Answer> {
  const { request, stream } = question;
  const nonce = nonceOf(request.history) ?? question.newNonce();
  const parser = new PromptedParser({ nonce, tools: request.tools });
  const collected = new Collected(nonce);
  const messages = messagesFor(question, nonce);
  let chars = 0;
  let usage: Usage | undefined;
  let isCut = false;
  for await (const piece of await stream([...messages], { signal, stop: [...stop] })) {
    if (typeof piece !== 'string') {
      isCut ||= isCutBy(piece.finishReason);
      usage = piece.usage ?? usage;
      continue;
    }
    chars += piece.length;
    yield* collected.add(parser.push(piece));
    if (chars > maxAnswerChars) isCut = true;
    if (isCut || parser.isDone) break;
  }
  yield* collected.add(parser.end(isCut));
  return { ...collected.answer(), isCut, usage: usage ?? estimateUsage(messages, chars) };
}

function messagesFor({ request, reminder }: TextQuestion, nonce: string): TextMessage[] {
  const { system, history, tools, toolChoice } = request;
  const asked = reminder === undefined ? history : [...history, { role: 'user', text: reminder } as const];
  const parts = [system, renderToolsPrompt(tools, toolChoice, { nonce })];
  if (toolChoice === 'none' && history.some(({ role }) => role === 'results')) {
    parts.push('No tool can be called any more: answer in words.');
  }
  const content = parts.filter((part) => part !== '').join('\n\n');
  const messages = textMessages(asked, nonce);
  return content === '' ? messages : [{ role: 'system', content }, ...messages];
}

/** What the parser has found so far. */
class Collected {
  readonly #nonce: string;
  readonly #readings: SourcedReading[] = [];
  #content = '';

  constructor(nonce: string) {
    this.#nonce = nonce;
  }

  *add(events: readonly ParserEvent[]): Generator<Delta> {
    for (const event of events) {
      if (event.type === 'call') {
        if (this.#readings.length < maxAnswerCalls) this.#readings.push(event.reading);
        continue;
      }
      if (event.type === 'text') this.#content += event.text;
      yield event;
    }
  }

  answer(): Pick<Answer, 'content' | 'calls' | 'raw'> {
    const content = this.#content;
    const calls = this.#readings.map((reading) => modelCallOf(reading));
    const tool_calls = calls.map((call, at): PromptedCall => {
      return { id: `call_${at + 1}`, name: call.name, arguments: call.args };
    });
    // A call is told again as it should have been written, one that could not be read as it was.
    const written = this.#readings.map((reading, at) => {
      const call = tool_calls[at];
      return call && reading.kind === 'call' ? renderToolCall(call, this.#nonce) : this.#quote(reading.source);
    });
    const text = stepText(content, written);
    return { content, calls, raw: { adapter: 'prompted', content, tool_calls, nonce: this.#nonce, text } };
  }

  #quote(source: string): string {
    return `${openingTag(this.#nonce)}${source}${closingTag}`;
  }
}
