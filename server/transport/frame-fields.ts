import type { ClientMessage, ServerMessage } from '../../shared/protocol.ts';

/** What the log may say of a message: its type and ids, and a tool's name; never content. */
export function frameFields(message: ClientMessage | ServerMessage): Readonly<Record<string, string | number>> {
  const fields: Record<string, string | number> = { type: message.type };
  if ('turn' in message && message.turn !== undefined) fields['turn'] = message.turn;
  // A page may write anything there.
  if ('call' in message && isCallId(message.call)) fields['call'] = message.call;
  if (message.type === 'tool.call') fields['tool'] = message.name;
  if (message.type === 'tool.status') fields['state'] = message.status.state;
  if (message.type === 'tool.result') fields['outcome'] = message.result.ok ? 'ok' : message.result.error.code;
  if (message.type === 'turn.failed') fields['error'] = message.error.code;
  return fields;
}

function isCallId(text: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(text);
}
