import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StandinAnswer } from './answer.ts';
import { checkRequest, type CheckedRequest, type CheckRules } from './checks/request.ts';
import { blockedResponse, chunkedResponse, responseFrame, tokensOf, wholeResponse } from './chunks.ts';
import { Refusal, invalidArgument, statusName } from './refusal.ts';
import { writeEvents, type SsePace } from './sse.ts';
import { stepOf, type SpokenAnswer } from './step.ts';
import { viewOf, type StandinView } from './view.ts';

export interface EndpointOptions extends CheckRules {
  readonly answer: (view: StandinView) => StandinAnswer | Promise<StandinAnswer>;
  /** The only key that is taken; undefined takes any. */
  readonly apiKey: string | undefined;
  readonly pace: SsePace;
}

interface Route {
  readonly model: string;
  readonly method: string;
  readonly streams: boolean;
}

const maxBodyBytes = 20_000_000;

/** Answers one HTTP request as the Gemini API does. Never throws: what is refused is answered. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: EndpointOptions,
  record: (body: unknown) => void,
): Promise<void> {
  try {
    const route = routeOf(request);
    checkKey(request, options.apiKey);
    const text = await readBody(request);
    const body = parseBody(text);
    record(body);
    if (route.method === 'countTokens') return sendJson(response, 200, countTokens(text));
    const checked = checkRequest(body, options);
    const answer = await options.answer(viewOf(checked));
    await reply(response, { answer, checked, route, requestBytes: text.length }, options);
  } catch (thrown) {
    refuse(response, thrown);
  }
}

function routeOf(request: IncomingMessage): Route {
  const url = new URL(request.url ?? '/', 'http://stand.in');
  const match = /\/(?:v1|v1beta)\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/.exec(
    url.pathname,
  );
  const [, model = '', method = ''] = match ?? [];
  if (!match || request.method !== 'POST') throw new Refusal(404, 'NOT_FOUND', 'Requested entity was not found.');
  return { model, method, streams: method === 'streamGenerateContent' && url.searchParams.get('alt') === 'sse' };
}

function checkKey(request: IncomingMessage, expected: string | undefined): void {
  const key = request.headers['x-goog-api-key'];
  if (typeof key !== 'string' || key === '') {
    const message =
      "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity to call this API.";
    throw new Refusal(403, 'PERMISSION_DENIED', message);
  }
  if (expected === undefined || key === expected) return;
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
  throw new Refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', details);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw invalidArgument('Request payload size exceeds the limit.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidArgument('Invalid JSON payload received.');
  }
}

function countTokens(text: string): object {
  return { totalTokens: tokensOf(text.length) };
}

interface Exchange {
  readonly answer: StandinAnswer;
  readonly checked: CheckedRequest;
  readonly route: Route;
  readonly requestBytes: number;
}

async function reply(response: ServerResponse, exchange: Exchange, options: EndpointOptions): Promise<void> {
  const { answer, route } = exchange;
  if ('status' in answer) return sendFault(response, answer);
  if ('cut' in answer || 'stall' in answer) return breakOff(response, exchange, options);
  const frame = responseFrame(route.model, exchange.requestBytes);
  if ('blockReason' in answer) return send(response, route, [blockedResponse(answer.blockReason, frame)], options.pace);
  const step = stepFor(answer, exchange.checked, options);
  if (!route.streams) return sendJson(response, 200, wholeResponse(step, frame));
  await send(response, route, chunkedResponse(step, frame), options.pace);
}

async function send(response: ServerResponse, route: Route, events: readonly object[], pace: SsePace): Promise<void> {
  if (!route.streams) return sendJson(response, 200, events[0] ?? {});
  await writeEvents(response, events, pace);
  response.end();
}

function stepFor(answer: SpokenAnswer, checked: CheckedRequest, options: EndpointOptions): ReturnType<typeof stepOf> {
  const { secret, profile } = options;
  return stepOf(answer, { secret, issuesIds: profile.issuesIds, includeThoughts: checked.includeThoughts });
}

function sendFault(response: ServerResponse, fault: Extract<StandinAnswer, { status: number }>): void {
  const { status, message = 'The stand-in was told to fail.', details = [], headers = {} } = fault;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status, new Refusal(status, statusName(status), message, details).body());
}

/** The first words, and then a broken connection or nothing at all. */
async function breakOff(response: ServerResponse, exchange: Exchange, options: EndpointOptions): Promise<void> {
  const { answer, route } = exchange;
  if ('cut' in answer && answer.cut === 'at once') return void response.destroy();
  const text = 'stall' in answer ? answer.stall : 'text' in answer ? (answer.text ?? '') : '';
  const step = stepFor({ text, finishReason: null }, exchange.checked, options);
  const words = chunkedResponse(step, responseFrame(route.model, exchange.requestBytes)).slice(0, -1);
  await writeEvents(response, words, options.pace);
  if ('cut' in answer) setImmediate(() => response.destroy());
}

function refuse(response: ServerResponse, thrown: unknown): void {
  const refusal = thrown instanceof Refusal ? thrown : new Refusal(500, 'INTERNAL', String(thrown));
  if (response.headersSent) response.destroy();
  else sendJson(response, refusal.code, refusal.body());
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(body));
}
