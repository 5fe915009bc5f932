import type { IncomingMessage } from 'node:http';
import type { Profile } from '../profile.ts';
import { Refusal } from '../refusal.ts';

export interface Route {
  readonly model: string;
  readonly method: string;
  /** False: the whole answer at once. `list`: pieces in a JSON array. */
  readonly form: 'whole' | 'events' | 'list';
}

export interface TransportRules {
  readonly profile: Profile;
  /** The only key that is taken; undefined takes any. */
  readonly apiKey: string | undefined;
  /** The only models that there are; undefined for any. */
  readonly models: readonly string[] | undefined;
}

const methods = '(generateContent|streamGenerateContent|countTokens)$';
const developerPath = new RegExp(`/(v1|v1beta)/models/([^/:]+):${methods}`);
const vertexPath = new RegExp(
  `/(v1|v1beta1)/(?:projects/[^/]+/locations/[^/]+/)?publishers/google/models/([^/:]+):${methods}`,
);

const maxBodyBytes = 20_000_000;

export function checkRoute(request: IncomingMessage, { profile, models }: TransportRules): Route {
  const { pathname, searchParams } = addressOf(request);
  const match = developerPath.exec(pathname) ?? (profile.isVertex ? vertexPath.exec(pathname) : null);
  const [, version = '', model = '', method = ''] = match ?? [];
  if (!match || request.method !== 'POST') {
    throw new Refusal('route', 'Requested entity was not found.', { code: 404 });
  }
  if (models && !models.includes(model)) {
    const message = `models/${model} is not found for API version ${version}, or is not supported for ${method}. Call ModelService.ListModels to see the list of available models and their supported methods.`;
    throw new Refusal('model', message, { code: 404 });
  }
  if (method !== 'streamGenerateContent') return { model, method, form: 'whole' };
  return { model, method, form: searchParams.get('alt') === 'sse' ? 'events' : 'list' };
}

/** An address ends up in the logs of proxies: a key in it is refused even where the real API takes it. */
export function checkKey(request: IncomingMessage, { apiKey, profile }: TransportRules): void {
  const key = request.headers['x-goog-api-key'];
  const hasToken = profile.isVertex && /^Bearer ./.test(request.headers.authorization ?? '');
  const isInAddress = addressOf(request).searchParams.has('key');
  if (isInAddress || (!hasToken && (typeof key !== 'string' || key === ''))) {
    const message =
      "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity to call this API.";
    throw new Refusal('key', message, { code: 403 });
  }
  if (hasToken || apiKey === undefined || key === apiKey) return;
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
  throw new Refusal('key', 'API key not valid. Please pass a valid API key.', { details });
}

export async function readBody(request: IncomingMessage): Promise<string> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal('body', 'Invalid JSON payload received. The content type has to be application/json.');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) {
      throw new Refusal('body', `Invalid JSON payload received. It exceeds the limit of ${maxBodyBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('body', 'Invalid JSON payload received. Unexpected token.');
  }
}

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://stand.in');
}
