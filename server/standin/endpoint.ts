import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StandinAnswer } from './answer.ts';
import { checkCount, checkRequest, type CheckRules } from './checks/request.ts';
import { checkKey, checkRoute, parseBody, readBody, type TransportRules } from './checks/transport.ts';
import { tokensOf } from './chunks.ts';
import { Refusal, errorBody } from './refusal.ts';
import { reply, replyNothing, sendJson } from './reply.ts';
import type { RequestNotes } from './request-log.ts';
import type { Pace } from './sse.ts';
import { viewOf, type StandinView } from './view.ts';

export interface EndpointOptions extends CheckRules, TransportRules {
  readonly answer: (view: StandinView) => StandinAnswer | Promise<StandinAnswer>;
  readonly pace: Pace;
}

/** Answers one HTTP request as the Gemini API does. Never throws: what is refused is answered. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: EndpointOptions,
  notes: RequestNotes,
): Promise<void> {
  try {
    const route = checkRoute(request, options);
    checkKey(request, options);
    const text = await readBody(request);
    const body = parseBody(text);
    notes.body = body;
    if (route.method === 'countTokens') {
      checkCount(body, options);
      return sendJson(response, 200, { totalTokens: tokensOf(text.length) });
    }
    const checked = checkRequest(body, route.model, options, (check, message) => notes.warn(check, message));
    const { profile, pace } = options;
    const exchange = { response, checked, route, profile, pace, requestBytes: text.length };
    if (checked.isSilent) return await replyNothing(exchange);
    await reply(exchange, await options.answer(viewOf(checked)));
  } catch (thrown) {
    refuse(response, thrown, notes);
  }
}

function refuse(response: ServerResponse, thrown: unknown, notes: RequestNotes): void {
  if (!(thrown instanceof Refusal)) {
    // Whoever plays the model failed, and not the client.
    if (response.headersSent) response.destroy();
    else sendJson(response, 500, errorBody(500, String(thrown), []));
    return;
  }
  const { check, code, message } = thrown;
  notes.refusal = { check, status: code, message };
  response.setHeader('x-standin-check', check);
  sendJson(response, code, thrown.body());
}
