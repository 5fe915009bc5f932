import * as z from 'zod/mini';
import { AgentError, isErrorCode, type ErrorCode } from './errors.ts';
import { isObject, parseJson, type JsonObject, type JsonValue } from './json.ts';
import { fixedLimits } from './limits.ts';
import { safeParse } from './safe-parse.ts';
import { maxTaintSources } from './taint.ts';

/** Named in `hello`; a server of another version refuses it. */
export const PROTOCOL_VERSION = 1;
/** Named in the handshake, so that a foreign socket ends before it speaks. */
export const SUB_PROTOCOL = 'headless-agent.v1';

export const closeCode = {
  goingAway: 1012,
  badMessage: 4400,
  ticketRefused: 4401,
  originRefused: 4403,
  subProtocol: 4406,
  noHello: 4408,
  takenOver: 4409,
  tooLarge: 4413,
  tooFast: 4429,
  internal: 4500,
} as const;

const id = z.string().check(z.minLength(1), z.maxLength(64));
const toolName = z.string().check(z.minLength(1), z.maxLength(64));
const turn = z.int().check(z.positive());
const ms = z.number().check(z.nonnegative());
/** A place in the session's log. Opaque to the page, which only hands back the last one it saw. */
const offset = z.optional(z.string().check(z.maxLength(64)));
// What comes out of JSON.parse is JSON: there is nothing to check but that it is there.
const json = z.custom<JsonValue>((value) => value !== undefined);
export const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const errorCode = z.custom<ErrorCode>(isErrorCode);
const errorPayload = z.strictObject({ code: errorCode, message: z.string().check(z.maxLength(2_000)) });

export const toolResult = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: json }),
  z.strictObject({ ok: z.literal(false), error: errorPayload }),
]);

export const toolChoice = z.union([z.enum(['auto', 'required', 'none']), z.strictObject({ tool: toolName })]);

/** What a conversation has read: names of tools, and of other sources. */
const sources: z.ZodMiniType<readonly string[]> = z.array(toolName).check(z.maxLength(maxTaintSources));
const taint = z.strictObject({ untrusted: sources, sensitive: sources });

/** A tool of the site's own, as the model will see it. Its body never leaves the page. */
export const pageTool = z.strictObject({
  name: toolName,
  description: z.string().check(z.maxLength(2_000)),
  inputSchema: jsonObject,
  readOnly: z.boolean(),
  /** Its result never holds text that a stranger wrote. */
  trusted: z.optional(z.literal(true)),
  /** The model is told only that it was done. */
  feedback: z.optional(z.literal('none')),
  /** Fingerprint of the definition; a call carries it back, so that a changed tool is noticed. */
  definition: id,
});

const callStatus = z.discriminatedUnion('state', [
  /** The person is deciding; the call's deadline stands still. */
  z.strictObject({ state: z.literal('asking'), remainingMs: ms }),
  z.strictObject({
    state: z.literal('decided'),
    /** `auto`: a yes of the person's from before let it run. */
    decision: z.enum(['once', 'session', 'always', 'denied', 'expired', 'auto']),
    /** Of the call as it was decided on. */
    hash: z.optional(id),
  }),
  z.strictObject({ state: z.literal('progress'), progress: z.union([z.string().check(z.maxLength(200)), z.number()]) }),
]);

/** What proves a page to be a session's own. */
const credentials = { session: id, token: id };

/** What a page's ledger holds of a call that has no result in the log yet, as far as the page knows. */
export const ledgerCall = z.strictObject({
  call: id,
  /** Of its name, arguments and definition: another call under the same id is another call. */
  hash: id,
  /** `started` by an earlier page of the tab, `running` in this one, `done`: its result follows. */
  state: z.enum(['started', 'running', 'done', 'navigating']),
});

/** Built-in tools that the site allows and this browser has. */
const builtins = z.array(toolName).check(z.maxLength(64));
const pageTools = z.array(pageTool).check(z.maxLength(fixedLimits.maxPageTools));

/** Browser to server. */
export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    version: z.number(),
    /** From the site's backend, where the server asks for one. */
    ticket: z.optional(z.string().check(z.minLength(1), z.maxLength(4_096))),
    resume: z.optional(z.strictObject({ ...credentials, after: offset })),
    /** A session that the person has cleared: the server deletes it. */
    forget: z.optional(z.strictObject(credentials)),
    /** The tab, and this load of the page within it. */
    tab: id,
    page: id,
    /** Names what the tab remembers of its calls; another one when that was lost. */
    ledger: id,
    calls: z.array(ledgerCall).check(z.maxLength(fixedLimits.maxLedgerCalls)),
    locale: z.string().check(z.maxLength(64)),
    builtins,
    pageTools,
  }),
  z.strictObject({
    type: z.literal('user.message'),
    /** Chosen by the page; the same id is never answered twice. */
    id,
    text: z.string().check(z.minLength(1), z.maxLength(fixedLimits.maxMessageChars)),
    toolChoice: z.optional(toolChoice),
    /** Missing when the person typed it. */
    origin: z.optional(z.enum(['pasted', 'script'])),
  }),
  z.strictObject({ type: z.literal('turn.cancel'), turn }),
  z.strictObject({ type: z.literal('tool.status'), call: id, status: callStatus }),
  z.strictObject({
    type: z.literal('tool.result'),
    call: id,
    result: toolResult,
    /** What the page knows of the result beyond the tool's definition. */
    taint: z.optional(taint),
    /** The arguments that ran, where the person changed them. */
    ran: z.optional(jsonObject),
  }),
  /** The person's answer about a tool that runs on the server, with the nonce and the hash of the request. */
  z.strictObject({
    type: z.literal('approval.answer'),
    call: id,
    nonce: id,
    hash: id,
    decision: z.enum(['once', 'denied']),
  }),
  z.strictObject({ type: z.literal('tools.changed'), builtins, pageTools }),
  /** Asks whether the server is there. It says the same. */
  z.strictObject({ type: z.literal('ack') }),
]);

/** What the model asks for, under the id `<turn>.<round>.<index>`. */
const askedCall = { at: offset, turn, call: id, name: toolName, args: json };
const usage = z.strictObject({ inputTokens: z.number(), outputTokens: z.number() });

/** Server to browser. */
export const serverMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('welcome'),
    session: id,
    /** Needed to resume the session; another one is given at each hello. */
    token: id,
    epoch: z.number(),
    resumed: z.boolean(),
    /** The tools that the model will be offered. */
    tools: z.array(toolName),
    model: z.strictObject({ label: z.string(), rehearsal: z.boolean() }),
    /** What the conversation has read; left out while that is nothing. */
    taint: z.optional(taint),
    /** Names and patterns of tools about which the server wants the person asked. */
    ask: z.optional(z.array(toolName)),
    limits: z.strictObject({
      approvalMs: ms,
      graceMs: ms,
      /** How long a conversation is kept that no page takes up. */
      sessionMs: z.optional(ms),
      maxResultBytes: z.number(),
      maxMessageChars: z.number(),
    }),
  }),
  z.strictObject({
    type: z.literal('turn.started'),
    at: offset,
    turn,
    message: id,
    /** What the person said, for a page that was not there. */
    text: z.optional(z.string()),
  }),
  z.strictObject({
    type: z.literal('turn.text'),
    at: offset,
    turn,
    round: z.number(),
    /** A higher attempt replaces what a lower one showed. */
    attempt: z.number(),
    text: z.string(),
    /** True when this is all of the round's text and not a piece to append. */
    whole: z.optional(z.literal(true)),
  }),
  z.strictObject({ type: z.literal('turn.thought'), turn, text: z.string() }),
  z.strictObject({
    type: z.literal('tool.call'),
    ...askedCall,
    /** For a page tool: the definition that the model was offered. */
    definition: z.optional(id),
    /** The person was asked before, on a page that is gone: so much of their time is left. */
    remainingMs: z.optional(ms),
    /** The call was not written as it should have been: unless it can do no harm, the person is asked. */
    repaired: z.optional(z.literal(true)),
    /** What the conversation has read, where that is more than the page was told. */
    taint: z.optional(taint),
  }),
  /** A call that has its result, for a page that was not there. Nothing is to be done. */
  z.strictObject({
    type: z.literal('tool.settled'),
    ...askedCall,
    result: toolResult,
    /** What the conversation has read by it; left out while that is nothing, and in a replay, whose `welcome` says it. */
    taint: z.optional(taint),
  }),
  /** Asks the person about a tool that runs on the server. Their answer carries the nonce and the hash back. */
  z.strictObject({
    type: z.literal('approval.request'),
    ...askedCall,
    nonce: id,
    hash: id,
    title: z.optional(z.string()),
    description: z.string(),
    reads: z.enum(['nothing', 'device', 'personal', 'secret']),
    sink: z.enum(['none', 'local', 'page', 'egress']),
    remainingMs: ms,
  }),
  z.strictObject({ type: z.literal('tool.cancel'), call: id, reason: z.enum(['stopped', 'timeout', 'disconnected']) }),
  z.strictObject({
    type: z.literal('turn.ended'),
    at: offset,
    turn,
    reason: z.enum(['answered', 'truncated', 'cancelled']),
    usage: z.optional(usage),
  }),
  z.strictObject({
    type: z.literal('turn.failed'),
    at: offset,
    /** Missing when the message was refused before a turn began. */
    turn: z.optional(turn),
    message: z.optional(id),
    error: errorPayload,
  }),
  z.strictObject({
    type: z.literal('notice'),
    kind: z.enum(['resync', 'going_away', 'limit']),
    message: z.string(),
    /** When to come back, after `going_away`: another time for each page. */
    retryInMs: z.optional(ms),
  }),
  z.strictObject({ type: z.literal('ack') }),
]);

export type ToolResult = z.infer<typeof toolResult>;
export type ToolChoice = z.infer<typeof toolChoice>;
export type PageTool = z.infer<typeof pageTool>;
export type LedgerCall = z.infer<typeof ledgerCall>;
export type CallStatus = z.infer<typeof callStatus>;
export type Usage = z.infer<typeof usage>;
export type ClientMessage = z.infer<typeof clientMessage>;
export type ServerMessage = z.infer<typeof serverMessage>;
export type MessageOf<Message extends { type: string }, Type extends Message['type']> = Extract<
  Message,
  { type: Type }
>;

export function encode(message: ClientMessage | ServerMessage): string {
  return JSON.stringify(message);
}

/**
 * Parses one frame, once, at the edge. Everything past this line is typed.
 *
 * @throws AgentError `bad_message` that names the message, the field and what is wrong with it.
 */
export function decode<Schema extends z.ZodMiniType>(schema: Schema, frame: string): z.output<Schema> {
  const value = parseFrame(frame);
  const parsed = safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new AgentError('bad_message', describe(value, parsed.issues[0]));
}

function parseFrame(frame: string): unknown {
  try {
    return parseJson(frame, fixedLimits.maxDepth);
  } catch (cause) {
    const why = cause instanceof RangeError ? cause.message : 'The frame is not JSON.';
    throw new AgentError('bad_message', why, { cause });
  }
}

/** Also a close frame's reason, which holds 123 bytes: plain ASCII, so that characters are bytes. */
function describe(value: unknown, issue: z.core.$ZodIssue | undefined): string {
  const type = isObject(value) && typeof value['type'] === 'string' ? value['type'].slice(0, 32) : 'frame';
  const path = issue?.path.map(String).join('.');
  const what = issue?.code === 'unrecognized_keys' ? `unknown field ${issue.keys[0]}` : (issue?.code ?? 'invalid');
  const sentence = [type, path, what].filter(Boolean).join(': ');
  return sentence.replaceAll(/[^ -~]/g, '?').slice(0, 120);
}
