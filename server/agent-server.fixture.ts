import { createAgentServer, type AgentServer, type AgentServerOptions } from './index.ts';
import type { ModelAdapter, ModelCall, ModelRequest, ModelStep } from './model/model.ts';

export type Answer = string | readonly ModelCall[] | ((request: ModelRequest, signal: AbortSignal) => Promise<string>);

/** A model that gives its answers in order and remembers what it was asked. */
export function modelOf(...answers: Answer[]): ModelAdapter & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    label: 'Scripted',
    rehearsal: false,
    requests,
    async *run(request, signal) {
      requests.push(request);
      const answer = answers.shift() ?? 'Nothing left to say.';
      const given = typeof answer === 'function' ? await answer(request, signal) : answer;
      if (typeof given === 'string') for (const word of given.split(/(?<= )/)) yield { type: 'text', text: word };
      yield { type: 'step', step: stepOf(given) };
    },
  };
}

export function stepOf(given: string | readonly ModelCall[]): ModelStep {
  return typeof given === 'string'
    ? { raw: given, text: given, calls: [], finish: 'answered' }
    : { raw: given, text: '', calls: given, finish: 'calls' };
}

/** Servers that are closed when the test is over. */
export const running = new Set<AgentServer>();

/** Starts a server on a free port. */
export async function start(options: AgentServerOptions): Promise<{ server: AgentServer; url: string; http: string }> {
  const server = createAgentServer({ port: 0, log: 'silent', ...options });
  running.add(server);
  const http = await server.listen();
  return { server, http, url: `${http.replace('http', 'ws')}/agent` };
}

/** For `afterEach`. */
export async function stopServers(): Promise<void> {
  for (const server of running) await server.close();
  running.clear();
}
