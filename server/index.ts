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
export { mintTicket, type TicketOptions } from './policy/mint-ticket.ts';
export type { Admission, Admit, Visit } from './policy/admission.ts';
export type { Counters } from './store/counters.ts';
export { MemorySessionStore } from './store/memory-session-store.ts';
export { openStore, type OpenStoreOptions } from './store/open-store.ts';
export type { OpenedStore } from './store/opened-store.ts';
export type { SessionStore } from './store/session-store.ts';
export { createLog, type Log } from './log.ts';
