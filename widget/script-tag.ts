import './connection/watch-first.ts';
import { HeadlessAgent } from './headless-agent.ts';

// Before the definition, because elements that stand in the page connect as soon as they are defined.
const script = import.meta.url;
if (/^https?:/.test(script)) HeadlessAgent.defaultServer = new URL('/agent', script).href;
HeadlessAgent.define();

export { HeadlessAgent };
