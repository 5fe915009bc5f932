import type { MessageOf, ServerMessage } from '../../shared/protocol.ts';

/** Where the page's side of the socket stands, across reconnects. */
export type ConnectionState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'connecting'; readonly attempt: number }
  | { readonly phase: 'open'; readonly welcome: Welcome }
  /** Cut; another try follows at `retryAt` (`Date.now()`). */
  | { readonly phase: 'lost'; readonly attempt: number; readonly retryAt: number }
  /** Refused for good: trying again can't help until somebody changes something. */
  | { readonly phase: 'refused'; readonly code: number; readonly reason: string };

export type Welcome = MessageOf<ServerMessage, 'welcome'>;
