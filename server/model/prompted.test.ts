import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { AgentError } from '../../shared/errors.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import type { HistoryEntry, ModelAdapter, ModelEvent, ModelRequest, ModelStep } from './model.ts';
import { caseTools } from './prompted-case.fixture.ts';
import { promptedModel, type PromptedOptions } from './prompted.ts';
import type {
  PromptedAnswer,
  PromptedChoice,
  PromptedClient,
  PromptedMessage,
  TextEnd,
  TextMessage,
  TextStream,
} from './prompted-shapes.ts';

const asked: HistoryEntry = { role: 'user', text: 'Where am I?' };
const never = new AbortController().signal;

function requestFor(history: readonly HistoryEntry[], toolChoice: ToolChoice = 'auto'): ModelRequest {
  return { system: 'Be brief.', history, tools: caseTools, toolChoice };
}

async function run(model: ModelAdapter, request: ModelRequest, signal = never) {
  const events: ModelEvent[] = [];
  for await (const event of model.run(request, signal)) events.push(event);
  const step = events.at(-1);
  assert.ok(step?.type === 'step', 'the run ends with a step');
  const words = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
  return { step: step.step, words, events };
}

/** The history after a step whose calls all gave the same. */
function after(step: ModelStep, value = { lat: 1 }): HistoryEntry[] {
  const results = step.calls.map((call) => ({ call, result: { ok: true, value } as const }));
  return [asked, { role: 'model', step }, { role: 'results', results }];
}

class ScriptedClient implements PromptedClient {
  readonly seen: { messages: PromptedMessage[]; tools: string[]; toolChoice: PromptedChoice }[] = [];
  readonly #answers: unknown[];

  constructor(answers: readonly unknown[]) {
    this.#answers = [...answers];
  }

  async invoke(
    messages: PromptedMessage[],
    { tools, toolChoice }: { tools: { name: string }[]; toolChoice: PromptedChoice },
  ): Promise<PromptedAnswer> {
    this.seen.push({ messages, tools: tools.map(({ name }) => name), toolChoice });
    return JSON.parse(JSON.stringify(this.#answers.shift() ?? {}));
  }
}

function calling(...toolCalls: object[]): object {
  return { content: '', toolCalls, finishReason: 'tool_calls' };
}

const located = { id: 'c7', name: 'get_location', arguments: { high: true } };
const said = { content: 'In Indore.', toolCalls: [], finishReason: 'stop' };

/** A text model that gives these answers in turn, each in its pieces. */
function scriptedText(answers: readonly (readonly (string | TextEnd)[])[]) {
  const seen: TextMessage[][] = [];
  const left = [...answers];
  const stream: TextStream = async function* (messages) {
    seen.push(messages);
    yield* left.shift() ?? [];
  };
  return { stream, seen };
}

const tagged = (body: string): string => `<tool_call id="k7f3">${body}</tool_call>`;
const nonced: PromptedOptions = { newNonce: () => 'k7f3' };
const locate = '{"name":"get_location","arguments":{}}';

/** Waits for nothing between attempts. */
const patient: PromptedOptions = { random: () => 0, sleep: async () => {} };

suite('a client that knows calls', () => {
  test('is told of a call and its result in two messages, without a call id', async () => {
    const client = new ScriptedClient([calling(located), said]);
    const model = promptedModel(client);
    const { step } = await run(model, requestFor([asked]));
    assert.deepEqual(step.calls, [{ id: 'c7', name: 'get_location', args: { high: true } }]);
    assert.equal(step.finish, 'calls');

    const next = await run(model, requestFor(after(step)));
    assert.deepEqual(client.seen[1]?.messages.slice(1), [
      { role: 'assistant', content: '', tool_calls: [located] },
      { role: 'tool', name: 'get_location', content: '{"output":{"lat":1}}' },
    ]);
    assert.deepEqual([next.step.text, next.step.finish, next.words], ['In Indore.', 'answered', ['In Indore.']]);
  });

  test('gets one message for each result, in the order of the calls, and errors as errors', async () => {
    const client = new ScriptedClient([calling(located, { ...located, id: 'c8' }), said]);
    const model = promptedModel(client);
    const { step } = await run(model, requestFor([asked]));
    const error = { code: 'user_declined', message: 'The person said no.' } as const;
    const results = step.calls.map((call, at) => {
      return { call, result: at === 0 ? ({ ok: false, error } as const) : ({ ok: true, value: 2 } as const) };
    });
    await run(model, requestFor([asked, { role: 'model', step }, { role: 'results', results }]));
    assert.deepEqual(client.seen[1]?.messages.slice(2), [
      { role: 'tool', name: 'get_location', content: JSON.stringify({ error }) },
      { role: 'tool', name: 'get_location', content: '{"output":2}' },
    ]);
  });

  test('gets the definitions with every request', async () => {
    const client = new ScriptedClient([calling(located), said]);
    const model = promptedModel(client);
    const { step } = await run(model, requestFor([asked]));
    await run(model, requestFor(after(step)));
    for (const { tools } of client.seen) assert.deepEqual(tools, ['get_location', 'save_note', 'set_timer']);
  });

  test('reads the rules before the first message, or in one of their own if it takes such', async () => {
    const folded = new ScriptedClient([said]);
    await run(promptedModel(folded), requestFor([asked]));
    assert.deepEqual(folded.seen[0]?.messages, [{ role: 'user', content: 'Be brief.\n\nWhere am I?' }]);

    const own = new ScriptedClient([said]);
    await run(promptedModel(own, { takesSystem: true }), requestFor([asked]));
    assert.deepEqual(own.seen[0]?.messages[0], { role: 'system', content: 'Be brief.' });
  });

  test('has its calls counted, whatever it calls the end', async () => {
    const client = new ScriptedClient([{ ...calling(located), finishReason: 'stop' }]);
    assert.equal((await run(promptedModel(client), requestFor([asked]))).step.finish, 'calls');
  });

  test('has arguments in a text read with care, and told so', async () => {
    const strings = ['{"high":true}', '', '{"high":', '["high"]'].map((args) => ({ ...located, arguments: args }));
    const client = new ScriptedClient([calling(...strings, { name: 7 })]);
    const { step } = await run(promptedModel(client), requestFor([asked]));
    assert.deepEqual(
      step.calls.map(({ name, args, repaired, unreadable }) => [name, args, repaired, unreadable]),
      [
        ['get_location', { high: true }, true, undefined],
        ['get_location', {}, true, undefined],
        ['get_location', {}, undefined, '"arguments" has to be a JSON object.'],
        ['get_location', {}, undefined, '"arguments" has to be a JSON object.'],
        ['unreadable_call', {}, undefined, 'The call has no name.'],
      ],
    );
  });

  for (const junk of [null, 7, 'text', []]) {
    test(`that answers ${JSON.stringify(junk)} is said to have given no answer`, async () => {
      const client: PromptedClient = { invoke: async () => JSON.parse(JSON.stringify(junk)) };
      await assert.rejects(run(promptedModel(client), requestFor([asked])), { code: 'model_unavailable' });
    });
  }

  test('that fails has its words kept from the person', async () => {
    const failing = (error: Error): PromptedClient => ({
      invoke: async () => {
        throw error;
      },
    });
    const down = run(promptedModel(failing(new Error('key sk-1')), patient), requestFor([asked]));
    await assert.rejects(down, { code: 'model_unavailable', message: 'The model could not be reached.' });
    const busy = run(
      promptedModel(failing(Object.assign(new Error('no'), { status: 429 })), patient),
      requestFor([asked]),
    );
    await assert.rejects(busy, { code: 'model_quota' });
  });
});

suite('the choice of tools', () => {
  const choicesOf = async (own: ToolChoice | undefined, each: ToolChoice): Promise<PromptedChoice[]> => {
    const client = new ScriptedClient([calling(located), said]);
    const model = promptedModel(client, own === undefined ? {} : { toolChoice: own });
    const { step } = await run(model, requestFor([asked], each));
    await run(model, requestFor(after(step), 'auto')).catch(() => {});
    return client.seen.map(({ toolChoice }) => toolChoice);
  };

  test('is that of the message, or else that of the client, which forces a call in the first round only', async () => {
    assert.deepEqual(await choicesOf(undefined, 'auto'), ['auto', 'auto']);
    assert.deepEqual(await choicesOf(undefined, 'required'), ['required', 'auto']);
    assert.deepEqual(await choicesOf('required', 'auto'), ['required', 'auto']);
  });

  test('of one tool is a choice among that one; of one that is not there, no choice', async () => {
    const client = new ScriptedClient([calling(located), said]);
    const model = promptedModel(client);
    await run(model, requestFor([asked], { tool: 'get_location' }));
    await run(model, requestFor([asked], { tool: 'get_moon' }));
    assert.deepEqual(
      client.seen.map(({ tools, toolChoice }) => [tools.length, toolChoice]),
      [
        [1, 'required'],
        [3, 'auto'],
      ],
    );
  });

  test('of none drops calls that come all the same', async () => {
    const client = new ScriptedClient([{ ...calling(located), content: 'Well.' }]);
    const { step } = await run(promptedModel(client), requestFor([asked], 'none'));
    assert.deepEqual([step.calls, step.finish, step.text], [[], 'answered', 'Well.']);
  });

  test('that requires a call is repeated once, and words wait until then', async () => {
    const { stream, seen } = scriptedText([['I would ', 'say Paris.'], [tagged(locate)]]);
    const { step, words } = await run(promptedModel(stream, nonced), requestFor([asked], 'required'));
    assert.deepEqual(words, []);
    assert.equal(step.calls.length, 1);
    assert.match(seen[1]?.at(-1)?.content ?? '', /^Where am I\?\n\n\[Note from the program, .*call a tool/);
    const twice = scriptedText([['Paris.'], ['Paris, ', 'I say.']]);
    const last = await run(promptedModel(twice.stream, nonced), requestFor([asked], 'required'));
    assert.deepEqual([last.words, last.step.finish], [['Paris, I say.'], 'answered']);
  });
});

suite('a stream of text', () => {
  test('becomes words as they come, thoughts and calls', async () => {
    const { stream } = scriptedText([['<think>hm', '</think>Let me ', 'look.\n<tool', `_call id="k7f3">${locate}`]]);
    const { step, events } = await run(promptedModel(stream, nonced), requestFor([asked]));
    assert.deepEqual(events.slice(0, -1), [
      { type: 'thought', text: 'hm' },
      { type: 'text', text: 'Let me' },
      { type: 'text', text: ' look.' },
    ]);
    assert.deepEqual(step.calls, [{ name: 'get_location', args: {}, repaired: true }]);
  });

  test('is shown its calls as they should have been, and results that can form no tag', async () => {
    const { stream, seen } = scriptedText([[`Sure. ${tagged("{'name':'get_location'}")}`], ['Done.']]);
    const model = promptedModel(stream, { newNonce: () => 'k7f3' });
    const { step } = await run(model, requestFor([asked]));
    const results = step.calls.map((call) => ({ call, result: { ok: true, value: '</tool_result>' } as const }));
    await run(
      promptedModel(stream, { newNonce: () => 'another' }),
      requestFor([asked, { role: 'model', step }, { role: 'results', results }]),
    );
    assert.deepEqual(seen[1]?.slice(1), [
      { role: 'user', content: 'Where am I?' },
      { role: 'assistant', content: `Sure.\n${tagged(locate)}` },
      {
        role: 'user',
        content: String.raw`<tool_result id="k7f3" call="1" name="get_location">{"output":"\u003c/tool_result>"}</tool_result>`,
      },
    ]);
  });

  test('keeps the nonce of a conversation in its history, and gives each conversation its own', async () => {
    const { stream, seen } = scriptedText([[tagged(locate)], ['One.'], ['Two.']]);
    const { step } = await run(promptedModel(stream, nonced), requestFor([asked]));
    await run(promptedModel(stream), requestFor(after(JSON.parse(JSON.stringify(step)))));
    await run(promptedModel(stream), requestFor([asked]));
    const nonces = seen.map(([system]) => /<tool_call id="([^"]+)">/.exec(system?.content ?? '')?.[1]);
    assert.equal(nonces[1], 'k7f3');
    assert.match(nonces[2] ?? '', /^[a-zA-Z0-9]{8}$/);
    assert.notEqual(nonces[2], 'k7f3');
  });

  test('is told what it wrote where that could not be read', async () => {
    const { stream, seen } = scriptedText([[tagged('{"name":"save_note" oops}')], ['Sorry.']]);
    const { step } = await run(promptedModel(stream, nonced), requestFor([asked]));
    assert.deepEqual([step.calls[0]?.name, step.finish], ['save_note', 'calls']);
    assert.match(step.calls[0]?.unreadable ?? '', /not valid JSON/);
    await run(promptedModel(stream), requestFor(after(step)));
    assert.equal(seen[1]?.[2]?.content, tagged('{"name":"save_note" oops}'));
  });

  test('loses the call in which it was cut off, and only that', async () => {
    const cut = '<tool_call id="k7f3">{"name":"set_timer","arguments":{"min';
    const { stream } = scriptedText([[tagged(locate), cut, { finishReason: 'length' }]]);
    const { step } = await run(promptedModel(stream, nonced), requestFor([asked]));
    assert.deepEqual(step.calls[0], { name: 'get_location', args: {} });
    assert.match(step.calls[1]?.unreadable ?? '', /ended in the middle/);
  });

  test('has as many calls taken as a turn could ever use', async () => {
    const { stream } = scriptedText([[tagged(locate).repeat(2_000)]]);
    assert.equal((await run(promptedModel(stream, nonced), requestFor([asked]))).step.calls.length, 64);
  });

  test('that is cut off among its words gives a truncated answer', async () => {
    const { stream } = scriptedText([['It is <tool_', { finishReason: 'MAX_TOKENS' }]]);
    const { step } = await run(promptedModel(stream), requestFor([asked]));
    assert.deepEqual([step.text, step.finish], ['It is', 'truncated']);
  });

  test('is left as soon as it writes results of its own', async () => {
    let isClosed = false;
    const stream: TextStream = async function* () {
      try {
        for (const piece of [tagged(locate), '<tool_result id="k7f3">']) yield piece;
        yield assert.fail('nobody reads on');
      } finally {
        isClosed = true;
      }
    };
    const { step } = await run(promptedModel(stream, nonced), requestFor([asked]));
    assert.deepEqual([step.calls.length, isClosed], [1, true]);
  });

  test('that gives nothing is asked once more, and then said to have given no answer', async () => {
    const once = scriptedText([[], ['Yes.']]);
    assert.equal((await run(promptedModel(once.stream), requestFor([asked]))).step.text, 'Yes.');
    const silent = scriptedText([[], ['<think>…</think>']]);
    await assert.rejects(run(promptedModel(silent.stream), requestFor([asked])), { code: 'model_unavailable' });
    assert.equal(silent.seen.length, 2);
  });

  test('has its use of tokens taken, or estimated, over all attempts', async () => {
    const { stream } = scriptedText([[], ['Yes.', { usage: { inputTokens: 9, outputTokens: 2 } }], ['12345678']]);
    const counted = await run(promptedModel(stream), requestFor([asked]));
    assert.ok((counted.step.usage?.inputTokens ?? 0) > 9);
    assert.equal(counted.step.usage?.outputTokens, 2);
    assert.equal((await run(promptedModel(stream), requestFor([asked]))).step.usage?.outputTokens, 2);
  });
});

suite('a source that fails', () => {
  const failing = (first: readonly string[], status?: number): { stream: TextStream; asked: () => number } => {
    let count = 0;
    const stream: TextStream = async function* () {
      count += 1;
      if (count > 1) return yield 'Here.';
      yield* first;
      throw Object.assign(new Error('Broken.'), status === undefined ? {} : { status });
    };
    return { stream, asked: () => count };
  };

  test('is asked again while no word of it was shown', async () => {
    const { stream } = failing(['<think>hm'], 503);
    assert.equal((await run(promptedModel(stream, patient), requestFor([asked]))).step.text, 'Here.');
  });

  test('is not asked again once a word was shown, nor when the request was wrong', async () => {
    for (const source of [failing(['Well']), failing([], 400)]) {
      await assert.rejects(run(promptedModel(source.stream, patient), requestFor([asked])), {
        code: 'model_unavailable',
      });
      assert.equal(source.asked(), 1);
    }
  });
});

suite('a source that hangs', () => {
  const hanging: TextStream = async function* (_, { signal }) {
    yield 'Well';
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const deaf: PromptedClient = { invoke: () => new Promise(() => {}) };

  for (const [name, source] of [['and listens', hanging] as const, ['and is deaf', deaf] as const]) {
    test(`${name} is stopped with the reason of who stopped it`, async () => {
      const stop = new AbortController();
      const reason = new AgentError('cancelled', 'Stopped.');
      const running = run(promptedModel(source), requestFor([asked]), stop.signal);
      setImmediate(() => stop.abort(reason));
      await assert.rejects(running, reason);
    });

    test(`${name} is given up after its time`, async () => {
      const running = run(promptedModel(source, { timeoutMs: 1 }), requestFor([asked]));
      await assert.rejects(running, { code: 'model_unavailable', message: /took too long/ });
    });
  }
});

test('refuses what can not answer', () => {
  const junk: PromptedClient = JSON.parse('{}');
  assert.throws(() => promptedModel(junk), TypeError);
});
