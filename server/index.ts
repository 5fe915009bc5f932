export { createAgentServer, type AgentServer } from './agent-server.ts';
export type { AgentServerOptions } from './options.ts';
export { defineServerTool, type ServerTool, type ServerToolContext } from './loop/server-tool.ts';
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
export { openaiModel } from './model/openai.ts';
export type { OpenaiOptions } from './model/openai-options.ts';
export { openaiText } from './model/openai-text.ts';
export { promptedModel, type PromptedOptions } from './model/prompted.ts';
export {
  parseToolCalls,
  type ParsedAnswer,
  type ParsedCall,
  type ParseOptions,
  type UnreadableCall,
} from './model/prompted-calls.ts';
export { renderToolsPrompt, type RenderOptions } from './model/prompted-prompt.ts';
export type {
  PromptedAnswer,
  PromptedCall,
  PromptedChoice,
  PromptedClient,
  PromptedMessage,
  TextEnd,
  TextMessage,
  TextStream,
} from './model/prompted-shapes.ts';
export { mintTicket, type TicketOptions } from './policy/mint-ticket.ts';
export type { Admission, Admit, Visit } from './policy/admission.ts';
export type { Counters } from './store/counters.ts';
export { MemorySessionStore } from './store/memory-session-store.ts';
export { openStore, type OpenStoreOptions } from './store/open-store.ts';
export type { OpenedStore } from './store/opened-store.ts';
export type { SessionStore } from './store/session-store.ts';
export { createLog, type Log } from './log.ts';
