import type { ClientMessage, MessageOf, ServerMessage } from '../../shared/protocol.ts';
import type { Clock } from '../tab/clock.ts';
import type { Credentials } from './credentials.ts';
import type { Failure } from './failure.ts';
import type { OpenSocket } from './socket.ts';
import type { ConnectionState } from './state.ts';

/** What the page says of itself in each hello. */
export type HelloParts = Omit<MessageOf<ClientMessage, 'hello'>, 'type' | 'version' | 'ticket' | 'resume' | 'forget'>;
export type SessionMessage = Exclude<ClientMessage, { type: 'hello' }>;

/** Looks after an open socket. */
export interface Pulse {
  readonly opened: () => void;
  /** A frame came. */
  readonly heard: () => void;
  /** A message is about to leave. */
  readonly sending: () => void;
  readonly closed: () => void;
  /** The network may have changed. */
  readonly check: () => void;
}

export interface ConnectionOptions {
  readonly credentials: Credentials;
  /**
   * What has to be there before a socket is opened; undefined when all is. A rejection with an AgentError refuses
   * the connection, any other lets it try again.
   *
   * @param code what the socket before was closed with.
   */
  readonly prepare: (code: number | undefined) => Promise<void> | undefined;
  /** Whether another ticket can be had. */
  readonly hasTickets: () => boolean;
  readonly hello: () => HelloParts;
  /** Comes after the state has become open. */
  readonly onMessage: (message: ServerMessage) => void;
  readonly onState: (state: ConnectionState) => void;
  /** For whoever explains to the developer what went wrong. */
  readonly onFailure: (failure: Failure) => void;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly random: () => number;
}
