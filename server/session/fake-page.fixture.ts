import assert from 'node:assert/strict';
import type { MessageOf, ServerMessage } from '../../shared/protocol.ts';
import type { Ignored, Outlet } from './outlet.ts';

/** A page that keeps what it is told. */
export class FakePage implements Outlet {
  readonly messages: ServerMessage[] = [];
  readonly ignoredReasons: Ignored[] = [];
  closed: number | undefined;

  send(message: ServerMessage): void {
    this.messages.push(message);
  }

  close(code: number): void {
    this.closed = code;
  }

  ignored(reason: Ignored): void {
    this.ignoredReasons.push(reason);
  }

  of<Type extends ServerMessage['type']>(type: Type): MessageOf<ServerMessage, Type>[] {
    return this.messages.filter((message): message is MessageOf<ServerMessage, Type> => message.type === type);
  }

  get welcome(): MessageOf<ServerMessage, 'welcome'> {
    const [first] = this.messages;
    return first?.type === 'welcome' ? first : assert.fail('There was no welcome.');
  }

  get types(): string[] {
    return this.messages.map(({ type }) => type);
  }
}
