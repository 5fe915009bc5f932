import type { ServerResponse } from 'node:http';
import {
  isBrokenAnswer,
  isHttpAnswer,
  type BrokenAnswer,
  type Delivery,
  type HttpAnswer,
  type StandinAnswer,
} from './answer.ts';
import type { CheckedRequest } from './checks/request.ts';
import type { Route } from './checks/transport.ts';
import { blockedResponse, chunkedResponse, responseFrame, wholeResponse } from './chunks.ts';
import type { Profile } from './profile.ts';
import { errorBody } from './refusal.ts';
import { writeEvents, writeList, type Pace } from './sse.ts';
import { emptyStep, stepOf, type Step } from './step.ts';

/** One request that is being answered. */
export interface Exchange {
  readonly response: ServerResponse;
  readonly checked: CheckedRequest;
  readonly route: Route;
  readonly profile: Profile;
  readonly pace: Pace;
  readonly requestBytes: number;
}

export async function reply(exchange: Exchange, answer: StandinAnswer): Promise<void> {
  const { response, checked, profile } = exchange;
  if (isHttpAnswer(answer)) return sendHttp(response, answer);
  if (isBrokenAnswer(answer)) return breakOff(exchange, answer);
  if ('blockReason' in answer) {
    return send(exchange, [blockedResponse(answer.blockReason, frameOf(exchange))], exchange.pace);
  }
  await sendStep(exchange, stepOf(answer, checked, profile), answer);
}

export function replyNothing(exchange: Exchange): Promise<void> {
  return sendStep(exchange, emptyStep, {});
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(body));
}

async function sendStep(exchange: Exchange, step: Step, delivery: Delivery): Promise<void> {
  const frame = frameOf(exchange);
  const isWhole = exchange.route.form === 'whole';
  await send(
    exchange,
    isWhole ? [wholeResponse(step, frame)] : chunkedResponse(step, frame),
    paceOf(exchange, delivery),
  );
}

async function send({ response, route }: Exchange, pieces: readonly object[], pace: Pace): Promise<void> {
  if (route.form === 'whole') return sendJson(response, 200, pieces[0] ?? {});
  const events = pieces.map((piece) => JSON.stringify(piece));
  await (route.form === 'events' ? writeEvents(response, events, pace) : writeList(response, events, pace));
  response.end();
}

function sendHttp(response: ServerResponse, answer: HttpAnswer): void {
  const { status, message = 'The stand-in was told to fail.', details = [], headers = {}, body } = answer;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body === undefined) return sendJson(response, status, errorBody(status, message, details));
  response.statusCode = status;
  response.end(body);
}

/** The first words, and then whatever goes wrong. */
async function breakOff(exchange: Exchange, answer: BrokenAnswer): Promise<void> {
  const { response } = exchange;
  if ('cut' in answer && answer.cut === 'at once') return hangUp(response, answer.reset);
  const pace = paceOf(exchange, answer);
  await writeEvents(response, wordsOf(exchange, answer), pace);
  response.flushHeaders();
  if ('cut' in answer) return void setImmediate(() => hangUp(response, answer.reset));
  if ('stall' in answer) return;
  const { message = 'The stand-in was told to fail.' } = 'inBand' in answer ? answer : {};
  const event = 'junk' in answer ? answer.junk : JSON.stringify(errorBody(answer.inBand, message, []));
  await writeEvents(response, [event], pace);
  response.end();
}

function wordsOf(exchange: Exchange, answer: BrokenAnswer): string[] {
  const text = 'stall' in answer ? answer.stall : (answer.text ?? '');
  if (text === '' || ('cut' in answer && answer.cut === 'after headers')) return [];
  const step = stepOf({ text, finishReason: null }, exchange.checked, exchange.profile);
  // Without the signature that ends an answer.
  const words = chunkedResponse(step, frameOf(exchange)).slice(0, -1);
  return words.map((word) => JSON.stringify(word));
}

function hangUp({ socket }: ServerResponse, isReset: boolean | undefined): void {
  // Node loses the handle of a socket that is reset while it ends.
  if (isReset && !socket?.writableEnded) socket?.resetAndDestroy();
  else socket?.destroy();
}

function frameOf({ route, requestBytes }: Exchange): ReturnType<typeof responseFrame> {
  return responseFrame(route.model, requestBytes);
}

function paceOf({ pace }: Exchange, { sliceBytes = pace.sliceBytes }: Delivery): Pace {
  return { wordMs: pace.wordMs, sliceBytes };
}
