import { byteLength, canonicalJson, isSameJson, parseJson } from '../../shared/json.ts';
import { callHash } from '../../shared/call-hash.ts';
import { validateJson } from '../../shared/json-schema-validator.ts';
import { clientMessage, decode } from '../../shared/protocol.ts';
import { isToolName } from '../../shared/tool-name.ts';
import { readConfig } from '../../server/config.ts';
import { systemPrompt } from '../../server/loop/system-prompt.ts';
import { toCheckedSchema, toGeminiSchema } from '../../server/model/gemini-schema.ts';
import { isAllowedOrigin } from '../../server/policy/origins.ts';
import { isLoopbackHost } from '../../server/policy/loopback.ts';
import { chooseEncoding } from '../../server/transport/accept-encoding.ts';
import { contentType } from '../../server/transport/content-type.ts';
import { staticPath } from '../../server/transport/static-path.ts';

const rule = { origins: ['https://shop.example'], listensOn: '127.0.0.1' };
const open = { ...rule, listensOn: '0.0.0.0' };

/** A schema with the text in each place that a schema has for one. */
function schemaOf(text: string) {
  const field = {
    type: 'string',
    pattern: text,
    format: text,
    description: text,
    default: text,
    enum: [text, `${text}a`],
  };
  return {
    type: 'object',
    title: text,
    description: text,
    properties: { [text]: field, ref: { $ref: `#/$defs/${text}` }, far: { $ref: text } },
    required: [text],
    $defs: { [text]: { $ref: `#/$defs/${text}` } },
  };
}

/** As many values as a text of this size could hold, so that what grows with their number shows. */
function manyOf(text: string): readonly string[] {
  return Array.from({ length: text.length / 8 }, (_, at) => `${text.slice(0, 2)}${at}`);
}

/** All that reads what somebody else wrote, each as it is called. */
export const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  parseJson: (text) => parseJson(text, 64),
  'a frame': (text) => decode(clientMessage, text),
  'a message': (text) => decode(clientMessage, JSON.stringify({ type: 'user.message', id: 'a', text })),
  'a frame with an unknown field': (text) => decode(clientMessage, JSON.stringify({ type: 'ack', [text]: 0 })),
  'a frame of an unknown type': (text) => decode(clientMessage, JSON.stringify({ type: text })),
  'a wrong field deep within': (text) =>
    decode(
      clientMessage,
      JSON.stringify({ type: 'tool.result', call: 'a', result: { ok: false, error: { code: text } } }),
    ),
  byteLength,
  canonicalJson: (text) => canonicalJson({ [text]: text, list: manyOf(text) }),
  isSameJson: (text) => isSameJson({ [text]: manyOf(text) }, { [text]: manyOf(text) }),
  callHash: (text) => callHash(text, { [text]: text }, text),
  isToolName,
  'a schema to check with': (text) => toCheckedSchema(schemaOf(text)),
  'a schema for the model': (text) => toGeminiSchema(schemaOf(text)),
  'a schema of many properties': (text) =>
    toGeminiSchema({ type: 'object', properties: Object.fromEntries(manyOf(text).map((name) => [name, {}])) }),
  'a schema of many choices': (text) => toGeminiSchema({ anyOf: manyOf(text).map((value) => ({ const: value })) }),
  'a schema of many parts': (text) =>
    toGeminiSchema({ allOf: manyOf(text).map((name) => ({ properties: { [name]: {} }, required: [name] })) }),
  'a schema of many values': (text) => toGeminiSchema({ type: 'object', properties: { a: { enum: manyOf(text) } } }),
  'arguments that must differ': (text) =>
    validateJson(toCheckedSchema({ type: 'array', uniqueItems: true }), undefined, manyOf(text)),
  'arguments with many names': (text) =>
    validateJson(
      toCheckedSchema({ type: 'object', additionalProperties: false }),
      undefined,
      Object.fromEntries(manyOf(text).map((name) => [name, 0])),
    ),
  instructions: (text) => systemPrompt(new Map(), text),
  'an origin': (text) => isAllowedOrigin(rule, { origin: text, host: text }),
  'the host of an origin': (text) => isAllowedOrigin(open, { origin: `https://${text}`, host: text }),
  'a host name': isLoopbackHost,
  'configured origins': (text) => readConfig({ HEADLESS_AGENT_ORIGINS: text }),
  'Accept-Encoding': (text) => chooseEncoding(text, new Set(['br', 'gzip'])),
  'a path': staticPath,
  'a path behind a slash': (text) => staticPath(`/${text}`),
  'a file name': contentType,
};
