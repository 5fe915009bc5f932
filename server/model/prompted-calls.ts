import type { PromptedCall } from './prompted-shapes.ts';
import { PromptedParser, type ParserOptions } from './prompted-parser.ts';

export interface ParsedCall extends PromptedCall {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** It was not written exactly as asked. Ask a person before it does anything. */
  readonly repaired?: true;
}

/** A call that was meant and can't be read. */
export interface UnreadableCall {
  readonly name?: string;
  /** A sentence for the model: what is wrong, and how to mend it. */
  readonly reason: string;
  /** How it began. */
  readonly source: string;
}

export interface ParsedAnswer {
  /** The words of the answer, without calls and thoughts. */
  readonly content: string;
  /** In the order in which they stand. Their arguments come from a model: check names and arguments before you run anything. */
  readonly toolCalls: readonly ParsedCall[];
  readonly unreadable: readonly UnreadableCall[];
}

export interface ParseOptions extends ParserOptions {
  /** The answer was cut off at its end: a call that is not whole is then not completed. */
  readonly isCut?: boolean;
}

/** Takes a whole answer apart that was made after `renderToolsPrompt`. Total: any text has an outcome. */
export function parseToolCalls(text: string, options: ParseOptions = {}): ParsedAnswer {
  const parser = new PromptedParser(options);
  let content = '';
  const toolCalls: ParsedCall[] = [];
  const unreadable: UnreadableCall[] = [];
  for (const event of [...parser.push(text), ...parser.end(options.isCut)]) {
    if (event.type === 'text') content += event.text;
    if (event.type !== 'call') continue;
    const { reading } = event;
    if (reading.kind === 'unreadable') {
      const { name, reason, source } = reading;
      unreadable.push({ reason, source, ...(name === undefined ? {} : { name }) });
    } else {
      const { name, args, repaired } = reading;
      const id = `call_${toolCalls.length + 1}`;
      toolCalls.push({ id, name, arguments: args, ...(repaired ? { repaired } : {}) });
    }
  }
  return { content, toolCalls, unreadable };
}
