import { isObject } from '../shared/json.ts';
import { startChatStandin, type ChatView } from '../testing/chat-standin.ts';
import { startStandin } from '../testing/index.ts';

/** A turn as whoever plays the model sees it, whichever way the model is talked to. */
export interface PlayedTurn {
  readonly text: string;
  /** In order; `{output}` or `{error}`. */
  readonly results: readonly { readonly name: string; readonly response: unknown }[];
}

export type Played =
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }[] };

export interface PlayedModel {
  /** What the server's environment needs to talk to it. */
  readonly env: Readonly<Record<string, string>>;
  /** The names of the tools in the last request, in whatever form they were told. */
  readonly offered: () => readonly string[];
  close(): Promise<void>;
}

export const modelKinds = ['gemini', 'openai', 'prompted'] as const;

export const modelKey = 'a-key-that-must-stay-at-home';

/** The same model behind each of the ways to talk to one, on this machine, strict about what it is sent. */
export function startPlayed(
  kind: (typeof modelKinds)[number],
  play: (turn: PlayedTurn) => Played,
): Promise<PlayedModel> {
  if (kind === 'gemini') return startGemini(play);
  return kind === 'openai' ? startOpenai(play) : startPrompted(play);
}

async function startGemini(play: (turn: PlayedTurn) => Played): Promise<PlayedModel> {
  let offered: readonly string[] = [];
  const standin = await startStandin({
    apiKey: modelKey,
    answer: (view) => {
      offered = view.tools.map(({ name }) => name);
      return play(view);
    },
  });
  const env = {
    HEADLESS_AGENT_MODEL: 'gemini:gemini-4-hydrogen',
    GEMINI_API_KEY: modelKey,
    GOOGLE_GEMINI_BASE_URL: standin.url,
  };
  return { env, offered: () => offered, close: standin.close };
}

async function startOpenai(play: (turn: PlayedTurn) => Played): Promise<PlayedModel> {
  const standin = await startChatStandin({ apiKey: modelKey, shortIds: true, answer: play });
  return {
    env: chatEnv('openai:llama3.2:3b', standin.url),
    offered: () => listOf(standin.requests.at(-1)?.body['tools']).map((tool) => String(Object(tool['function']).name)),
    close: standin.close,
  };
}

/** Plays a model that knows nothing but text: it reads and writes the tags that it is told of. */
async function startPrompted(play: (turn: PlayedTurn) => Played): Promise<PlayedModel> {
  let system = '';
  const standin = await startChatStandin({
    apiKey: modelKey,
    answer: (view) => {
      system = view.system;
      const played = play(turnInText(view));
      return { text: 'calls' in played ? played.calls.map((call) => inTags(call, system)).join('\n') : played.text };
    },
  });
  return {
    env: chatEnv('prompted:gemma3', standin.url),
    offered: () => [...system.matchAll(/^\{"name":"(\w+)"/gm)].flatMap(([, name]) => name ?? []),
    close: standin.close,
  };
}

function chatEnv(model: string, url: string): Readonly<Record<string, string>> {
  return { HEADLESS_AGENT_MODEL: model, OPENAI_API_KEY: modelKey, OPENAI_BASE_URL: url };
}

function inTags({ name, args = {} }: { name: string; args?: object }, system: string): string {
  const [open] = /<tool_call id="\w+">/.exec(system) ?? ['<tool_call>'];
  return `${open}${JSON.stringify({ name, arguments: args })}</tool_call>`;
}

const resultTag = /<tool_result id="\w+" call="\d+" name="(\w+)">(.*?)<\/tool_result>/gs;

function turnInText({ body }: ChatView): PlayedTurn {
  const words = listOf(body['messages'])
    .filter(({ role }) => role === 'user')
    .map(({ content }) => String(content));
  const start = words.findLastIndex((content) => !content.includes('<tool_result '));
  const results = words.slice(start + 1).flatMap((content) => [...content.matchAll(resultTag)]);
  return {
    text: words[start] ?? '',
    results: results.map(([, name = '', response = '']) => ({ name, response: JSON.parse(response) })),
  };
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
