import './connection/watch-first.ts';
import { HeadlessAgent } from './headless-agent.ts';

HeadlessAgent.define();

export { HeadlessAgent };
export { AgentError } from '../shared/errors.ts';
export type { AgentEvents } from './agent/agent-event.ts';
export type { SiteTool } from './registry/site-tool.ts';
export type { Strings } from './strings/words.ts';
