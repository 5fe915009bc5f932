export { createAgentServer, type AgentServer } from './agent-server.ts';
export type { AgentServerOptions } from './options.ts';
export { geminiModel } from './model/gemini.ts';
export type {
  HistoryEntry,
  ModelAdapter,
  ModelCall,
  ModelEvent,
  ModelRequest,
  ModelStep,
  ModelTool,
} from './model/model.ts';
export { MemorySessionStore } from './store/memory-session-store.ts';
export type { SessionStore } from './store/session-store.ts';
export { createLog, type Log } from './log.ts';
