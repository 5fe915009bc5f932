import { newId } from '../../shared/ids.ts';
import { PROTOCOL_VERSION, encode, type ClientMessage, type MessageOf, type PageTool } from '../../shared/protocol.ts';
import { textFrame } from './frame.ts';

/** What a page that means well says first, as a frame. */
export function honestHello(pageTools: readonly PageTool[] = [], changes: Partial<Hello> = {}): Buffer {
  return said({
    type: 'hello',
    version: PROTOCOL_VERSION,
    tab: newId(),
    page: newId(),
    ledger: newId(),
    calls: [],
    locale: 'en',
    builtins: [],
    pageTools: [...pageTools],
    ...changes,
  });
}

type Hello = MessageOf<ClientMessage, 'hello'>;

export function said(message: ClientMessage): Buffer {
  return textFrame(encode(message));
}
