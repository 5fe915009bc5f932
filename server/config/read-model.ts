import { ConfigError } from './config-error.ts';

/** Who answers, as the environment names it. */
export type ModelConfig =
  | { readonly kind: 'rehearsal' }
  | {
      readonly kind: 'gemini';
      readonly model: string;
      readonly apiKey?: string;
      /** Google Cloud's way to the same models. */
      readonly vertex?: { readonly project?: string; readonly location?: string };
      readonly baseUrl?: string;
      readonly apiVersion?: string;
    }
  | {
      readonly kind: 'openai' | 'prompted';
      readonly model: string;
      readonly apiKey?: string;
      readonly baseUrl?: string;
    };

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The model that `HEADLESS_AGENT_MODEL` picks. Left out, it is Gemini as soon as there is a key or an
 * endpoint for it, and a rehearsal otherwise, if `mayRehearse`.
 *
 * @throws ConfigError that names the variable and says what it should hold; never a key
 */
export function readModel(env: Env, mayRehearse: boolean): ModelConfig {
  const picked = env['HEADLESS_AGENT_MODEL']?.trim();
  if (picked) return pickedModel(picked, env);
  const gemini = readGemini(env, env['GEMINI_MODEL'] || 'gemini-flash-latest');
  if (gemini) return gemini;
  if (mayRehearse) return { kind: 'rehearsal' };
  throw new ConfigError(
    'There is no model to talk to: set GEMINI_API_KEY, or leave HEADLESS_AGENT_REHEARSAL on to try it without one.',
  );
}

function pickedModel(picked: string, env: Env): ModelConfig {
  // At the first colon only: names of models have colons, too.
  const [, kind, model = ''] = /^(gemini|openai|prompted):\s*(\S.*)$/s.exec(picked) ?? [];
  if (kind === 'gemini') {
    return readGemini(env, model) ?? missing(picked, 'GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL');
  }
  if (kind === 'openai' || kind === 'prompted') {
    return readOpenai(env, kind, model) ?? missing(picked, 'OPENAI_API_KEY', 'OPENAI_BASE_URL');
  }
  throw new ConfigError(
    `HEADLESS_AGENT_MODEL is "${picked}". It must be gemini:, openai: or prompted: and the name of a model, such as openai:llama3.2.`,
  );
}

function missing(picked: string, key: string, address: string): never {
  throw new ConfigError(
    `HEADLESS_AGENT_MODEL is "${picked}", which needs ${key}, or ${address} for a server of your own that takes no key.`,
  );
}

function readGemini(env: Env, model: string): ModelConfig | undefined {
  // The two names that the SDK has for one switch; the newer one wins.
  const isCloud = env['GOOGLE_GENAI_USE_ENTERPRISE'] || env['GOOGLE_GENAI_USE_VERTEXAI'];
  if (isCloud?.toLowerCase() === 'true') return readVertex(env, model);
  const baseUrl = readAddress(env, 'GOOGLE_GEMINI_BASE_URL');
  // The one that is meant for this comes first: the other may be there for Maps. An endpoint of one's
  // own may need no key, but the SDK insists on one.
  const apiKey = env['GEMINI_API_KEY'] || env['GOOGLE_API_KEY'] || (baseUrl ? 'none' : undefined);
  if (apiKey === undefined) return undefined;
  return { kind: 'gemini', model, apiKey, ...(baseUrl && { baseUrl }), ...readApiVersion(env) };
}

/** With a project the credentials are those of the machine; a key of Google Cloud has its project in it. */
function readVertex(env: Env, model: string): ModelConfig {
  const baseUrl = readAddress(env, 'GOOGLE_VERTEX_BASE_URL');
  const project = env['GOOGLE_CLOUD_PROJECT'];
  const location = env['GOOGLE_CLOUD_LOCATION'];
  const apiKey = env['GOOGLE_API_KEY'];
  if (!project && !apiKey) {
    throw new ConfigError('GOOGLE_GENAI_USE_VERTEXAI is on, which needs GOOGLE_CLOUD_PROJECT or GOOGLE_API_KEY.');
  }
  return {
    kind: 'gemini',
    model,
    vertex: project ? { project, ...(location && { location }) } : {},
    ...(!project && apiKey && { apiKey }),
    ...(baseUrl && { baseUrl }),
    ...readApiVersion(env, 'v1beta1'),
  };
}

function readOpenai(env: Env, kind: 'openai' | 'prompted', model: string): ModelConfig | undefined {
  const baseUrl = readAddress(env, 'OPENAI_BASE_URL');
  const apiKey = env['OPENAI_API_KEY'];
  if (!apiKey && !baseUrl) return undefined;
  return { kind, model, ...(apiKey && { apiKey }), ...(baseUrl && { baseUrl }) };
}

function readAddress(env: Env, variable: string): string | undefined {
  const address = env[variable] || undefined;
  if (address === undefined || (/^https?:\/\//i.test(address) && URL.canParse(address))) return address;
  throw new ConfigError(`${variable} is "${address}". It must be an address that begins with http:// or https://.`);
}

function readApiVersion(env: Env, beta = 'v1beta'): { apiVersion?: string } {
  const version = env['GOOGLE_GENAI_API_VERSION'];
  return version ? { apiVersion: version === 'beta' ? beta : version } : {};
}
