/** What a check does: refuse the request, note something about it, or play a part of the API's own behaviour. */
export type Effect = 'refuses' | 'warns' | 'plays';

export interface Check {
  readonly effect: Effect;
  readonly what: string;
  /** Of a refusal. */
  readonly status: number | undefined;
  /** How the message of a refusal or of a warning begins: in one of these ways. */
  readonly messages: readonly string[];
}

function refuses(what: string, messages: readonly string[], status = 400): Check {
  return { effect: 'refuses', what, status, messages };
}

function warns(what: string, message: string): Check {
  return { effect: 'warns', what, status: undefined, messages: [message] };
}

function plays(what: string): Check {
  return { effect: 'plays', what, status: undefined, messages: [] };
}

const corrupted = 'Corrupted thought signature.';
const counts =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

/**
 * Everything that the stand-in checks or plays, in the order of `docs/standin.md`. A refusal names the check that made
 * it, in the log of requests and in the header `x-standin-check`; its body is what the real API would send.
 */
export const checks = {
  route: refuses('only POST on the three methods of a model', ['Requested entity was not found.'], 404),
  key: refuses(
    'a key in the header x-goog-api-key, and nowhere else',
    ["Method doesn't allow unregistered callers.", 'API key not valid.'],
    403,
  ),
  'stream-form': plays('a stream is SSE with alt=sse, and a JSON array without'),
  body: refuses('JSON of at most 20 MB, and said to be JSON', ['Invalid JSON payload received.']),
  model: refuses('the model exists', ['models/'], 404),
  'server-timeout': plays('X-Server-Timeout is noted'),

  fields: refuses('only fields that the API knows, in snake_case or camelCase', [
    'Invalid JSON payload received.',
    'Invalid value at ',
  ]),
  contents: refuses('a list of contents that is not empty', [
    '* GenerateContentRequest.contents: contents is not specified',
  ]),
  role: refuses('a role is user or model', ['Role ']),
  parts: refuses('parts are not empty, and each holds exactly one thing', ['* GenerateContentRequest.contents']),
  objects: refuses('arguments and responses are objects, without references that lead nowhere', ['Invalid ']),
  base64: refuses('signatures and inline data are base64', ['Invalid value at ']),
  thinking: warns('no deprecated sampling; a level of thinking that the model has', 'Deprecated'),

  'starts-with-user': refuses('the first content is the user’s', [
    'Please ensure that the conversation starts with a user turn.',
  ]),
  'ends-with-user': refuses('the last content is the user’s (3.6 and later)', [
    'Requests ending with a model turn are not supported unless the last part is a function response.',
  ]),
  'call-after-user': refuses('calls follow a user turn or responses', [
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  ]),
  'response-after-call': refuses('responses follow their calls', [
    'Please ensure that function response turn comes immediately after a function call turn.',
  ]),
  'response-count': refuses('as many responses as calls', [counts]),
  'one-response-content': refuses('all responses in one content, which holds nothing else', [counts]),
  'response-name': refuses('a response has the name of its call', ['functionResponse.name ']),
  'response-id': refuses('a response has the id of its call (3.5 and later), and none where the family has none', [
    'functionResponse.id does not match functionCall.id',
    'Invalid JSON payload received. Unknown name "id"',
  ]),
  'duplicate-ids': refuses('no id is used twice', ['Duplicate functionResponse.id.']),
  'unknown-id': refuses('no response to a call that was not made', [
    'functionResponse.id does not match functionCall.id',
  ]),

  'signed-steps': plays('each step is signed with a secret, for its model, its parts and its tools'),
  'signature-missing': refuses('the first call of each step of the current turn has its signature', [
    'Function call is missing a thought_signature in functionCall parts.',
  ]),
  'signature-altered': refuses('a signature is one that was given out here', [corrupted]),
  'signature-moved': refuses('a signature is on the part that it was given for', [corrupted]),
  'signed-content': refuses('what a signature covers is byte for byte as it was', [corrupted]),
  'older-turns': plays('turns before the current one are not validated'),
  'signature-bypass': warns('skip_thought_signature_validator is taken and counted', 'Bypassed signature'),
  'text-signature': warns('the last part of an answer keeps its signature, even when its text is empty', 'Degraded'),
  'other-model': refuses('a signature is of the model that is asked', [corrupted]),

  declarations: refuses('at most 512 functions, with good names, each once', ['Invalid function']),
  'one-schema': refuses('parameters or parametersJsonSchema, not both', ['tools']),
  'openapi-keywords': refuses('only known keywords in parameters', ['Invalid JSON payload received. Unknown name']),
  'json-schema': refuses('a JSON Schema that the API can serve', ['tools']),
  'calling-mode': refuses('a known mode; allowed names only with ANY or VALIDATED, and only declared ones', [
    'Invalid value at ',
  ]),
  'undeclared-call': warns('the history calls only functions that are declared', 'Undeclared'),
  'stable-tools': warns('the tools stay the same throughout a turn', 'Tools changed'),

  scenario: plays('answers follow a script, and never call where the mode is NONE'),
  'stream-shape': plays(
    'CRLF, cuts within letters and JSON, signature on the first call or on an empty last part, running usage',
  ),
  'call-ids': plays('calls have ids where the family has them'),
  'finish-reasons': plays('each finish reason, known or not, with content or without; blocked prompts; continuation'),
  faults: plays('quota by minute and by day, 500, 503 in JSON and HTML, errors within a stream, resets, stalls, junk'),
  leaving: plays('notices when the client leaves, and answers as late as it is told to'),
  'request-log': plays('keeps each request; tells whether one history goes on where another ended'),
  profiles: plays('gemini-2.5, gemini-3, gemini-3.5, gemini-3.6, vertex-3 and gemini-4'),
} as const satisfies Record<string, Check>;

export type CheckId = keyof typeof checks;

/** Notes something that the real API would let pass. */
export type Warn = (check: CheckId, message: string) => void;
